package io.leasegate.store.memory;

import io.leasegate.store.Page;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Pages of a list that is at hand. */
final class MemoryPage {

  private MemoryPage() {}

  /**
   * @param after the id behind which the page begins
   */
  static <T> Page<T> of(
      List<T> all, Comparator<T> order, Function<T, String> id, Optional<String> after, int limit) {
    List<T> rest =
        all.stream()
            .sorted(order)
            .filter(item -> after.isEmpty() || id.apply(item).compareTo(after.get()) > 0)
            .limit(limit + 1L)
            .toList();
    return rest.size() <= limit
        ? new Page<>(rest, Optional.empty())
        : new Page<>(rest.subList(0, limit), Optional.of(id.apply(rest.get(limit - 1))));
  }
}
