package io.leasegate.store.redis;

import io.leasegate.core.time.NanoClock;
import io.leasegate.store.StoreContract;
import io.leasegate.store.Stores;
import io.leasegate.testing.Await;
import io.leasegate.testing.RedisServer;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The Redis store behind all its ports, by a time that a test moves. */
final class RedisStores {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final AtomicLong IDS = new AtomicLong();

  /** The store of the test before. */
  private static final AtomicReference<@Nullable RedisStore> LAST = new AtomicReference<>();

  /** What stands in the place of the include {@code time}: the last argument is the time. */
  private static final String TIME_OF_THE_TEST =
      "local function store_time() return tonumber(ARGV[#ARGV]) end\n";

  private static final class Shared {
    static final Vertx VERTX = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    static final RedisServer SERVER = RedisServer.shared();
    static final RedisLink LINK = link(new RedisSettings.Topology.Standalone(SERVER.uri()));
  }

  private RedisStores() {}

  static Vertx vertx() {
    return Shared.VERTX;
  }

  static RedisLink link(RedisSettings.Topology topology) {
    RedisLink link = unconnected(topology);
    Await.result(link.start());
    return link;
  }

  static RedisLink unconnected(RedisSettings.Topology topology) {
    return new RedisLink(Shared.VERTX, new RedisSettings(topology, PATIENCE), System::nanoTime);
  }

  /** An empty store on the server that all tests share. */
  static RedisStore store(NanoClock clock, long startMillis, int most) {
    retireLast(Shared.LINK);
    RedisServer.sharedEmpty();
    RedisStore store = founded(store(Shared.LINK, clock, startMillis, most));
    LAST.set(store);
    return store;
  }

  /** One that has its record already, and has that entry sealed. */
  static RedisStore founded(RedisStore store) {
    Await.result(store.schema().look());
    Await.result(new RedisAuditLog(store).seal());
    return store;
  }

  /** What the last one still repeats would come to an empty store, and be of another test there. */
  private static void retireLast(RedisLink link) {
    RedisStore last = LAST.getAndSet(null);
    if (last != null) {
      last.repeats().close();
      Await.result(link.send(Request.cmd(Command.PING))); // behind what is on its way
    }
  }

  /** One with a connection of its own, on the server that all tests share; not started. */
  static RedisStore ownStore(NanoClock clock, long startMillis) {
    RedisLink link = unconnected(new RedisSettings.Topology.Standalone(Shared.SERVER.uri()));
    return store(link, clock, startMillis, 5);
  }

  static RedisStore store(RedisLink link, NanoClock clock, long startMillis, int most) {
    long start = clock.nanoTime();
    return new RedisStore(
        link,
        timeOf(() -> startMillis + Math.floorDiv(clock.nanoTime() - start, 1_000_000L)),
        new RedisStore.Bounds(
            most,
            most,
            StoreContract.RETENTION,
            StoreContract.AUDIT_ENTRIES,
            StoreContract.AUDIT_RETENTION),
        Duration.ofSeconds(1),
        clock,
        () -> "id-" + IDS.incrementAndGet());
  }

  /** Scripts that have their time from here. */
  static StoreTime timeOf(LongSupplier millis) {
    return new StoreTime(
        path -> path.equals("include/time") ? TIME_OF_THE_TEST : ScriptTexts.resource(path),
        () -> Optional.of(String.valueOf(millis.getAsLong())));
  }

  static Stores ports(RedisStore store) {
    return new Stores(
        new RedisGrantStore(store),
        new RedisLeaseStore(store),
        new RedisCallStore(store),
        new RedisApprovalStore(store),
        new RedisIdempotencyStore(store),
        new RedisAuditLog(store));
  }
}
