package io.leasegate.jsonrpc;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The names seen so far in one object; small objects cost no hashing. Can be used again. */
final class NameSet {

  private static final int SMALL = 12;

  private final String[] few = new String[SMALL];
  private int size;
  private @Nullable Set<String> many;

  void clear() {
    size = 0;
    many = null;
  }

  /** False when the name was there before. */
  boolean add(String name) {
    if (many != null) {
      return many.add(name);
    }
    for (int i = 0; i < size; i++) {
      if (few[i].equals(name)) {
        return false;
      }
    }
    if (size < SMALL) {
      few[size++] = name;
    } else {
      Set<String> all = new HashSet<>(Set.of(few));
      all.add(name);
      many = all;
    }
    return true;
  }
}
