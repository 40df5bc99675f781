package io.leasegate.store.redis;

import io.leasegate.store.Page;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Pages over all workspaces, of which each one gives its part in the order of the ids. */
final class Pages<T> {

  private final RedisStore store;
  private final Script script;
  private final BiFunction<String, Reply, T> read;
  private final Function<T, String> id;

  Pages(
      RedisStore store, Script script, BiFunction<String, Reply, T> read, Function<T, String> id) {
    this.store = store;
    this.script = script;
    this.read = read;
    this.id = id;
  }

  /**
   * @param after the id behind which the page begins
   */
  Future<Page<T>> page(Optional<String> after, int limit) {
    return store
        .workspaces()
        .compose(names -> collect(names, 0, after.orElse(""), limit + 1, new ArrayList<>()))
        .map(found -> cut(found, limit));
  }

  private Page<T> cut(List<T> found, int limit) {
    found.sort(Comparator.comparing(id));
    if (found.size() <= limit) {
      return new Page<>(found, Optional.empty());
    }
    List<T> items = found.subList(0, limit);
    return new Page<>(items, Optional.of(id.apply(items.get(limit - 1))));
  }

  private Future<List<T>> collect(
      List<String> names, int at, String after, int most, List<T> found) {
    return at == names.size()
        ? Future.succeededFuture(found)
        : collect(names.get(at), after, most, found)
            .compose(more -> collect(names, at + 1, after, most, found));
  }

  private Future<Void> collect(String workspace, String after, int most, List<T> found) {
    return store
        .change(script, workspace, after, most)
        .compose(
            reply -> {
              List<T> items = reply.all(each -> read.apply(workspace, each));
              found.addAll(items);
              String next = reply.text();
              return next.isEmpty() || items.size() >= most
                  ? Future.succeededFuture()
                  : collect(workspace, next, most - items.size(), found);
            });
  }
}
