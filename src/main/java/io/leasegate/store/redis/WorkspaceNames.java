package io.leasegate.store.redis;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.leasegate.core.time.NanoClock;
import io.leasegate.store.AuditLog;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** The workspaces of the store, under the reserved one. Safe from every thread. */
final class WorkspaceNames {

  /** The reserved workspace, where facts about the whole store are. */
  static final String RESERVED = AuditLog.WHOLE_STORE;

  /** Names that are known to be registered. */
  private static final int KNOWN = 100_000;

  private static final int NAMES_IN_A_STEP = 1_000;

  private final Scripts scripts;
  private final Cache<String, Boolean> registered;

  WorkspaceNames(Scripts scripts, NanoClock clock) {
    this.scripts = scripts;
    this.registered =
        Caffeine.newBuilder()
            .maximumSize(KNOWN)
            .expireAfterWrite(Duration.ofDays(1))
            .ticker(clock::nanoTime)
            .build();
  }

  /** Notes that the workspace is used. */
  Future<Void> register(String workspace) {
    if (registered.getIfPresent(workspace) != null || workspace.equals(RESERVED)) {
      return Future.succeededFuture();
    }
    return scripts
        .run(Script.WORKSPACES, RESERVED, List.of(workspace, 0))
        .onSuccess(done -> registered.put(workspace, true))
        .mapEmpty();
  }

  /** The store does not know any more what it was told. */
  void forget() {
    registered.invalidateAll();
  }

  /** All of them, in order. */
  Future<List<String>> all() {
    return all(new ArrayList<>());
  }

  private Future<List<String>> all(List<String> known) {
    return scripts
        .run(Script.WORKSPACES, RESERVED, List.of("", known.size()))
        .compose(
            reply -> {
              List<String> more = reply.all(Reply::text);
              known.addAll(more);
              if (more.size() == NAMES_IN_A_STEP) {
                return all(known);
              }
              return Future.succeededFuture(known.stream().sorted().distinct().toList());
            });
  }

  /** The latest store time at which a step that is sent now may begin. */
  Future<Long> notAfter() {
    OptionalLong known = scripts.notAfter();
    return known.isPresent()
        ? Future.succeededFuture(known.getAsLong())
        : scripts
            .run(Script.WORKSPACES, RESERVED, List.of("", 0))
            .map(reply -> scripts.notAfter().orElseThrow());
  }
}
