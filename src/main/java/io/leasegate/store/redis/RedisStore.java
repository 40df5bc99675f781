package io.leasegate.store.redis;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.leasegate.core.call.Identity;
import io.leasegate.core.grant.Grant;
import io.leasegate.core.idempotency.IdempotencyKey;
import io.leasegate.core.time.NanoClock;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** What the ports in Redis share. Safe from every thread. */
public final class RedisStore {

  /**
   * How much is kept.
   *
   * @param liveGrantsPerAgent also bounds live leases, ended grants and open approvals of an agent
   * @param keysPerAgent records of idempotency keys; when full, new keys are refused
   * @param keyRetentionMs how long a record stays after its end
   */
  public record Bounds(int liveGrantsPerAgent, int keysPerAgent, long keyRetentionMs) {}

  /** Names that are known to be registered. */
  private static final int WORKSPACES = 100_000;

  /** The reserved workspace, where facts about the whole store are. */
  private static final String RESERVED = "_";

  private static final int NAMES_IN_A_STEP = 1_000;

  private final RedisLink link;
  private final Scripts scripts;
  private final Bounds bounds;
  private final Supplier<String> ids;
  private final String epoch;
  private final Repeats repeats;
  private final RedisCounts counts;
  private final Cache<String, Boolean> registered;
  private final List<Consumer<Identity>> changeListeners = new CopyOnWriteArrayList<>();
  private final List<Consumer<Grant>> grantListeners = new CopyOnWriteArrayList<>();
  private final List<BiConsumer<Identity, IdempotencyKey>> endListeners =
      new CopyOnWriteArrayList<>();

  /**
   * @param clock monotonic
   * @param ids new and unguessable ones
   */
  public RedisStore(
      Vertx vertx, RedisSettings settings, Bounds bounds, NanoClock clock, Supplier<String> ids) {
    this(new RedisLink(vertx, settings, clock), StoreTime.REDIS, bounds, clock, ids);
  }

  RedisStore(RedisLink link, StoreTime time, Bounds bounds, NanoClock clock, Supplier<String> ids) {
    this.link = link;
    this.scripts = new Scripts(link, time, clock);
    this.bounds = bounds;
    this.ids = ids;
    this.epoch = ids.get();
    this.repeats = new Repeats(link.vertx());
    this.counts = new RedisCounts(this);
    this.registered =
        Caffeine.newBuilder()
            .maximumSize(WORKSPACES)
            .expireAfterWrite(Duration.ofDays(1))
            .ticker(clock::nanoTime)
            .build();
  }

  /** Connects; fails when Redis is not there now, and goes on trying. */
  public Future<Void> start() {
    return link.start();
  }

  public Future<Void> close() {
    return link.close();
  }

  Bounds bounds() {
    return bounds;
  }

  RedisLink link() {
    return link;
  }

  Scripts scripts() {
    return scripts;
  }

  String newId() {
    return ids.get();
  }

  /** What must be known to have run. */
  Repeats repeats() {
    return repeats;
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

  RedisCounts counts() {
    return counts;
  }

  /** Runs a script that changes no grant and no lease. */
  Future<Reply> ask(Script script, String workspace, Object... arguments) {
    return registered(workspace)
        .compose(known -> scripts.run(script, workspace, List.of(arguments)));
  }

  /** Runs a script that may: its first argument is an epoch, should the workspace have none. */
  Future<Reply> change(Script script, String workspace, Object... arguments) {
    List<Object> all = new ArrayList<>(arguments.length + 1);
    all.add(epoch);
    Collections.addAll(all, arguments);
    return registered(workspace).compose(known -> scripts.run(script, workspace, all));
  }

  private Future<Void> registered(String workspace) {
    if (registered.getIfPresent(workspace) != null) {
      return Future.succeededFuture();
    }
    return scripts
        .run(Script.WORKSPACES, RESERVED, List.of(workspace, 0))
        .onSuccess(done -> registered.put(workspace, true))
        .mapEmpty();
  }

  /** The names of all workspaces, in order. */
  Future<List<String>> workspaces() {
    return workspaces(new ArrayList<>());
  }

  private Future<List<String>> workspaces(List<String> known) {
    return scripts
        .run(Script.WORKSPACES, RESERVED, List.of("", known.size()))
        .compose(
            reply -> {
              List<String> more = reply.all(Reply::text);
              known.addAll(more);
              if (more.size() == NAMES_IN_A_STEP) {
                return workspaces(known);
              }
              return Future.succeededFuture(known.stream().sorted().distinct().toList());
            });
  }

  /** Tells those who listen what the last part of an answer says. */
  void tell(String workspace, Reply reply) {
    Reply changes = reply.array();
    List<String> agents = changes.all(Reply::text);
    List<Grant> grants = changes.all(each -> GrantCodec.read(workspace, each));
    for (String agent : agents) {
      Identity identity = new Identity(workspace, agent);
      changeListeners.forEach(listener -> listener.accept(identity));
    }
    for (Grant grant : grants) {
      grantListeners.forEach(listener -> listener.accept(grant));
    }
  }

  void tellEnd(Identity identity, IdempotencyKey key) {
    endListeners.forEach(listener -> listener.accept(identity, key));
  }

  void onChange(Consumer<Identity> listener) {
    changeListeners.add(listener);
  }

  void onGrant(Consumer<Grant> listener) {
    grantListeners.add(listener);
  }

  void onEnd(BiConsumer<Identity, IdempotencyKey> listener) {
    endListeners.add(listener);
  }
}
