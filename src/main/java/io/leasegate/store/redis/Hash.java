package io.leasegate.store.redis;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Fields of a stored hash; an empty text is nothing. */
final class Hash {

  private Hash() {}

  static String text(Map<String, String> hash, String name) {
    String text = hash.get(name);
    if (text == null) {
      throw new IllegalStateException("a stored record has no " + name);
    }
    return text;
  }

  static Optional<String> some(Map<String, String> hash, String name) {
    return Optional.of(text(hash, name)).filter(text -> !text.isEmpty());
  }

  static long number(Map<String, String> hash, String name) {
    return Long.parseLong(text(hash, name));
  }

  static OptionalLong someNumber(Map<String, String> hash, String name) {
    String text = text(hash, name);
    return text.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(text));
  }
}
