package io.leasegate.it;

import com.fasterxml.jackson.databind.JsonNode;
import io.leasegate.testing.Await;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Agents that read and write under a lease, one after the other; each goes on after its revoke. */
final class RevokedLoad {

  private static final long GOES_ON_NANOS = TimeUnit.MILLISECONDS.toNanos(2_500);

  /**
   * One agent.
   *
   * @param revokedAt {@link System#nanoTime} when the revoke had been acknowledged
   */
  record Life(
      String agent,
      long revokedAt,
      Collection<Intention> writes,
      Collection<Intention.Attempt> reads) {}

  private final Caller caller;
  private final List<GatewayProcess> gateways;
  private final Random random;
  private final Executor threads;
  private final Collection<Life> lives = new ConcurrentLinkedQueue<>();

  RevokedLoad(Caller caller, List<GatewayProcess> gateways, Executor threads, long seed) {
    this.caller = caller;
    this.gateways = gateways;
    this.threads = threads;
    this.random = new Random(seed);
  }

  /** All that have ended. */
  Collection<Life> lives() {
    return lives;
  }

  void run(BooleanSupplier goesOn) {
    for (int i = 0; goesOn.getAsBoolean(); i++) {
      live("revoked-" + i, random.nextLong());
    }
  }

  private GatewayProcess any(Random by) {
    return gateways.get(by.nextInt(gateways.size()));
  }

  private void live(String agent, long seed) {
    Await.until(agent + " has a lease", () -> !lease(agent).isEmpty() || opened(agent));
    Collection<Intention> writes = new ConcurrentLinkedQueue<>();
    Collection<Intention.Attempt> reads = new ConcurrentLinkedQueue<>();
    CompletableFuture<Long> revoked = new CompletableFuture<>();
    CompletableFuture<Void> calls =
        CompletableFuture.runAsync(() -> call(agent, seed, revoked, writes, reads), threads);
    KeyedLoad.pause(300 + random.nextInt(500));
    Await.until(agent + " is revoked", () -> revoked(agent));
    long revokedAt = System.nanoTime();
    revoked.complete(revokedAt);
    calls.join();
    lives.add(new Life(agent, revokedAt, writes, reads));
  }

  private boolean opened(String agent) {
    return caller
        .ask(any(random), agent, "scopegate_open_task_lease", KeyedLoad.LEASE)
        .has("lease_id");
  }

  /** The live lease, or the empty text. */
  private String lease(String agent) {
    JsonNode leases =
        caller.ask(any(random), agent, "scopegate_list_capabilities", "{}").path("leases");
    for (JsonNode lease : leases) {
      if (lease.path("status").asText().equals("active")) {
        return lease.path("lease_id").asText();
      }
    }
    return "";
  }

  /** Revokes whatever lease is live; true when that, or that there is none, has been said. */
  private boolean revoked(String agent) {
    JsonNode known = caller.ask(any(random), agent, "scopegate_list_capabilities", "{}");
    for (JsonNode lease : known.path("leases")) {
      if (lease.path("status").asText().equals("active")) {
        caller.ask(
            any(random),
            agent,
            "scopegate_revoke_capability",
            "{\"lease_id\":\"" + lease.path("lease_id").asText() + "\"}");
        return false;
      }
    }
    return known.has("leases");
  }

  private void call(
      String agent,
      long seed,
      CompletableFuture<Long> revoked,
      Collection<Intention> writes,
      Collection<Intention.Attempt> reads) {
    Random own = new Random(seed);
    for (int i = 0; !over(revoked); i++) {
      Intention write = new Intention(agent, agent + "-" + i, own.nextInt(30));
      writes.add(write);
      write.begin(caller, any(own)).join();
      GatewayProcess gateway = any(own);
      String replica = gateway.incarnation();
      long beganAt = System.nanoTime();
      Answer answer = caller.call(gateway, agent, "up__read", "{}");
      reads.add(new Intention.Attempt(replica, beganAt, System.nanoTime(), answer));
      if (own.nextBoolean()) {
        write.begin(caller, any(own)).join();
      }
      KeyedLoad.pause(own.nextInt(40));
    }
  }

  private static boolean over(CompletableFuture<Long> revoked) {
    Long revokedAt = revoked.getNow(null);
    return revokedAt != null && System.nanoTime() - revokedAt > GOES_ON_NANOS;
  }
}
