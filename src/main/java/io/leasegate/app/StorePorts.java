package io.leasegate.app;

import io.leasegate.config.GatewayConfig;
import io.leasegate.config.HostAndPort;
import io.leasegate.config.StoreConfig;
import io.leasegate.core.time.NanoClock;
import io.leasegate.store.ApprovalStore;
import io.leasegate.store.AuditLog;
import io.leasegate.store.CallStore;
import io.leasegate.store.GrantStore;
import io.leasegate.store.IdempotencyStore;
import io.leasegate.store.LeaseStore;
import io.leasegate.store.SessionStore;
import io.leasegate.store.StoreAcceptance;
import io.leasegate.store.memory.MemoryApprovalStore;
import io.leasegate.store.memory.MemoryAuditLog;
import io.leasegate.store.memory.MemoryCallStore;
import io.leasegate.store.memory.MemoryGrantStore;
import io.leasegate.store.memory.MemoryIdempotencyStore;
import io.leasegate.store.memory.MemoryLeaseStore;
import io.leasegate.store.memory.MemorySessionStore;
import io.leasegate.store.memory.MemoryStore;
import io.leasegate.store.redis.RedisAcceptance;
import io.leasegate.store.redis.RedisApprovalStore;
import io.leasegate.store.redis.RedisAuditLog;
import io.leasegate.store.redis.RedisCallStore;
import io.leasegate.store.redis.RedisGrantStore;
import io.leasegate.store.redis.RedisIdempotencyStore;
import io.leasegate.store.redis.RedisLeaseStore;
import io.leasegate.store.redis.RedisSessionStore;
import io.leasegate.store.redis.RedisSettings;
import io.leasegate.store.redis.RedisStore;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The store that the configuration names, behind all its ports.
 *
 * @param kind its name in the configuration
 * @param problem why it cannot be used now, one line
 * @param remarks what an operator should know of it
 * @param start never fails: a store that is away is waited for
 */
record StorePorts(
    String kind,
    GrantStore grants,
    LeaseStore leases,
    ApprovalStore approvals,
    CallStore calls,
    IdempotencyStore keys,
    SessionStore sessions,
    AuditLog audit,
    StoreAcceptance acceptance,
    Supplier<Optional<String>> problem,
    Supplier<List<String>> remarks,
    Supplier<Future<Void>> start,
    Supplier<Future<Void>> close) {

  private static final Logger LOG = LoggerFactory.getLogger(StorePorts.class);
  private static final Duration SESSION_IDLE = Duration.ofMinutes(30);

  static StorePorts of(GatewayConfig config, Vertx vertx, NanoClock clock, Ids ids) {
    return config.store() instanceof StoreConfig.Redis redis
        ? redis(config, redis, vertx, clock, ids)
        : memory(config, vertx, clock, ids);
  }

  private static StorePorts memory(GatewayConfig config, Vertx vertx, NanoClock clock, Ids ids) {
    MemoryStore store =
        new MemoryStore(
            clock,
            System.currentTimeMillis(),
            new MemoryStore.Bounds(
                config.grants().maxLivePerAgent(),
                config.idempotency().maxKeysPerAgent(),
                config.idempotency().retention().toMillis(),
                config.audit().maxEntries(),
                config.audit().retention().toMillis()),
            () -> "a-" + ids.unguessable());
    return new StorePorts(
        "memory",
        new MemoryGrantStore(store),
        new MemoryLeaseStore(store),
        new MemoryApprovalStore(store),
        new MemoryCallStore(store),
        new MemoryIdempotencyStore(store),
        new MemorySessionStore(
            config.server().limits().maxSessions(), SESSION_IDLE.toNanos(), clock),
        new MemoryAuditLog(store, vertx::executeBlocking),
        StoreAcceptance.NOTHING,
        Optional::empty,
        () -> List.of("store: memory, gone with the process"),
        () -> {
          LOG.warn(
              "store.kind is memory: grants, leases, keys and sessions are gone when this process"
                  + " ends");
          return Future.succeededFuture();
        },
        Future::succeededFuture);
  }

  private static StorePorts redis(
      GatewayConfig config, StoreConfig.Redis redis, Vertx vertx, NanoClock clock, Ids ids) {
    RedisStore store =
        new RedisStore(
            vertx,
            new RedisSettings(topology(redis), redis.timeout(), acknowledgement(redis.await())),
            new RedisStore.Bounds(
                config.grants().maxLivePerAgent(),
                config.idempotency().maxKeysPerAgent(),
                config.idempotency().retention().toMillis(),
                config.audit().maxEntries(),
                config.audit().retention().toMillis()),
            redis.maxStaleness(),
            clock,
            ids::unguessable);
    RedisAcceptance acceptance = new RedisAcceptance(store);
    return new StorePorts(
        "redis",
        new RedisGrantStore(store),
        new RedisLeaseStore(store),
        new RedisApprovalStore(store),
        new RedisCallStore(store),
        new RedisIdempotencyStore(store),
        new RedisSessionStore(store, config.server().limits().maxSessions(), SESSION_IDLE),
        new RedisAuditLog(store),
        acceptance,
        store::problem,
        () -> remarks(store, acceptance),
        () ->
            store
                .start()
                .recover(
                    away -> {
                      LOG.atWarn()
                          .addKeyValue("problem", String.valueOf(away.getMessage()))
                          .log("redis is away; what needs it is refused until it is there");
                      return Future.succeededFuture();
                    }),
        store::close);
  }

  private static List<String> remarks(RedisStore store, StoreAcceptance acceptance) {
    List<String> remarks = new ArrayList<>();
    remarks.add("store: redis" + store.problem().map(why -> ", " + why).orElse(""));
    remarks.addAll(acceptance.alarms());
    return remarks;
  }

  private static Optional<RedisSettings.Acknowledgement> acknowledgement(
      StoreConfig.ReplicaWait await) {
    return await.isOff()
        ? Optional.empty()
        : Optional.of(new RedisSettings.Acknowledgement(await.replicas(), await.timeout()));
  }

  private static RedisSettings.Topology topology(StoreConfig.Redis redis) {
    if (redis.mode() instanceof StoreConfig.Sentinel sentinel) {
      return new RedisSettings.Topology.Sentinel(
          sentinel.master(), uris(redis.uri(), sentinel.nodes()));
    }
    return redis.mode() instanceof StoreConfig.Cluster cluster
        ? new RedisSettings.Topology.Cluster(uris(redis.uri(), cluster.nodes()))
        : new RedisSettings.Topology.Standalone(redis.uri().toString());
  }

  /** Scheme, credentials and database are those of the URI. */
  private static List<String> uris(URI uri, List<HostAndPort> nodes) {
    String user = uri.getRawUserInfo() == null ? "" : uri.getRawUserInfo() + "@";
    String path = uri.getRawPath() == null ? "" : uri.getRawPath();
    return nodes.stream()
        .map(node -> uri.getScheme() + "://" + user + node.host() + ":" + node.port() + path)
        .toList();
  }
}
