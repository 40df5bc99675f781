package io.leasegate.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.leasegate.core.call.Identity;
import io.leasegate.core.capability.CapabilityGlob;
import io.leasegate.core.grant.GrantOrigin;
import io.leasegate.core.grant.LeaseBinding;
import io.leasegate.core.idempotency.AnswerBytes;
import io.leasegate.core.idempotency.Fingerprint;
import io.leasegate.core.idempotency.IdempotencyKey;
import io.leasegate.core.idempotency.KeptAnswer;
import io.leasegate.core.idempotency.KeyOutcome;
import io.leasegate.core.idempotency.KeyedCall;
import io.leasegate.core.lease.Lease;
import io.leasegate.store.CallStore;
import io.leasegate.store.CallStore.Claim;
import io.leasegate.store.CallStore.KeyUse;
import io.leasegate.store.CallStore.Settlement;
import io.leasegate.store.CallStore.Verdict;
import io.leasegate.store.GrantDraft;
import io.leasegate.store.redis.RedisAuditLog;
import io.leasegate.store.redis.RedisCallStore;
import io.leasegate.store.redis.RedisGrantStore;
import io.leasegate.store.redis.RedisLeaseStore;
import io.leasegate.store.redis.RedisSettings;
import io.leasegate.store.redis.RedisStore;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What claim and settle cost Redis itself: the mean time of one script by the server's own count,
 * with few and with very many keys of one agent, and what an idle gateway's store sends. Needs a
 * redis-server that nobody else uses; it is emptied.
 */
public final class RedisScriptCost {
  private static final Identity AGENT = new Identity(Identity.DEFAULT, "bench");
  private static final int MEASURED = 20_000;
  private static final int AT_ONCE = 256;
  private static final int SEAL_EVERY = 50_000;
  private static final Duration IDLE = Duration.ofSeconds(10);
  private static final Pattern EVALSHA =
      Pattern.compile("cmdstat_evalsha:.*usec_per_call=([0-9.]+)");
  private static final Pattern CPU_USER = Pattern.compile("used_cpu_user:([0-9.]+)");
  private static final Pattern CPU_SYSTEM = Pattern.compile("used_cpu_sys:([0-9.]+)");
  private static final Pattern COMMANDS = Pattern.compile("total_commands_processed:([0-9]+)");
  private static final Settlement RAN =
      new Settlement(
          new KeyOutcome.Answered(
              new KeptAnswer.ToolResult(
                  AnswerBytes.over(
                      ("{\"content\":[{\"type\":\"text\",\"text\":\"" + "x".repeat(900) + "\"}]}")
                          .getBytes(UTF_8)),
                  false)),
          "ok");

  private final URI uri;
  private final Vertx vertx = Vertx.vertx();
  private final AtomicLong ids = new AtomicLong();
  private final Redis yardstick;
  private final RedisStore store;
  private final CallStore calls;
  private final RedisAuditLog audit;
  private String grant = "";

  private RedisScriptCost(URI uri) {
    this.uri = uri;
    this.yardstick =
        Redis.createClient(
            vertx,
            new RedisOptions().setConnectionString(uri.toString()).setMaxWaitingHandlers(AT_ONCE));
    this.store =
        new RedisStore(
            vertx,
            new RedisSettings(
                new RedisSettings.Topology.Standalone(uri.toString()), Duration.ofSeconds(10)),
            new RedisStore.Bounds(1_000, 10_000_000, 86_400_000, 100_000, 86_400_000),
            Duration.ofSeconds(1),
            System::nanoTime,
            () -> "bench-" + ids.incrementAndGet());
    this.calls = new RedisCallStore(store);
    this.audit = new RedisAuditLog(store);
  }

  /** Arguments: the URI of the server, then numbers of keys, in growing order. */
  public static void main(String[] args) throws IOException {
    URI uri = URI.create(args[0]);
    RedisScriptCost warmUp = new RedisScriptCost(uri);
    warmUp.begin();
    warmUp.fill(0, MEASURED);
    warmUp.end();
    RedisScriptCost cost = new RedisScriptCost(uri);
    cost.begin();
    long there = 0;
    for (int i = 1; i < args.length; i++) {
      long keys = Long.parseLong(args[i]);
      cost.fill(there, keys);
      there = Math.max(there, keys);
      there += cost.measure(there);
    }
    cost.idle();
    cost.end();
  }

  private void end() {
    store.close().await();
    vertx.close().await();
  }

  private void begin() throws IOException {
    command("FLUSHALL");
    store.start().await();
    Lease lease =
        new RedisLeaseStore(store)
            .openTask(AGENT, "l-bench", "bench", List.of(), Duration.ofHours(4), 1L << 40)
            .await()
            .orElseThrow();
    RedisGrantStore grants = new RedisGrantStore(store);
    GrantDraft draft =
        new GrantDraft(
            "g-bench",
            CapabilityGlob.parse("stub:call:*").orThrow(),
            3_600_000,
            Optional.of(LeaseBinding.to(lease)),
            "bench",
            GrantOrigin.EXPLICIT);
    grants.issue(AGENT, grants.read(AGENT).await().revision(), draft).await();
    grant = draft.id();
  }

  private Claim claim(long n) {
    byte[] bytes = new byte[Fingerprint.LENGTH];
    bytes[0] = (byte) n;
    return new Claim(
        "attempt-" + n,
        AGENT,
        grant,
        "stub",
        "write",
        "stub:call:write",
        true,
        Optional.of(
            new KeyUse(
                new IdempotencyKey("key-" + n),
                new KeyedCall(Fingerprint.of(bytes), false, false),
                true)));
  }

  private void fill(long from, long to) {
    for (long at = from; at < to; at += SEAL_EVERY) {
      long end = Math.min(to, at + SEAL_EVERY);
      claims(at, end);
      settles(at, end);
      audit.seal().await();
      System.err.println(end + " keys");
    }
  }

  private void claims(long from, long to) {
    inTurns(
        from,
        to,
        n ->
            calls
                .claim(claim(n))
                .map(
                    verdict -> {
                      if (!(verdict instanceof Verdict.Execute)) {
                        throw new IllegalStateException(verdict.toString());
                      }
                      return verdict;
                    }));
  }

  private void settles(long from, long to) {
    inTurns(from, to, n -> calls.settle(claim(n), RAN));
  }

  private static void inTurns(long from, long to, LongFunction<Future<?>> step) {
    for (long at = from; at < to; at += AT_ONCE) {
      List<Future<?>> some = new ArrayList<>();
      for (long n = at; n < Math.min(to, at + AT_ONCE); n++) {
        some.add(step.apply(n));
      }
      Future.all(some).await();
    }
  }

  /** One command, in a script: what any script costs on this machine at this moment. */
  private void yardsticks(long from, long to) {
    RedisConnection connection = yardstick.connect().await();
    inTurns(
        from,
        to,
        n ->
            connection.send(
                Request.cmd(Command.EVAL)
                    .arg("return redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', 60000)")
                    .arg(1)
                    .arg("yardstick-" + n)
                    .arg("x")));
    connection.close().await();
  }

  private long measure(long there) throws IOException {
    Cost claim = cost(() -> claims(there, there + MEASURED));
    Cost settle = cost(() -> settles(there, there + MEASURED));
    Cost seal = cost(() -> audit.seal().await());
    Cost yardstick = cost(() -> yardsticks(there, there + MEASURED));
    System.out.printf(
        "%,d keys: claim %s, settle %s, sealing both %.1f us CPU in all, yardstick %.1f us%n",
        there, claim, settle, seal.cpu(), yardstick.cpu());
    return MEASURED;
  }

  /**
   * What one of the steps cost.
   *
   * @param script wall time inside the script, by the server's own count
   * @param cpu all processor time of the server, reading commands and writing answers included
   */
  private record Cost(double script, double cpu) {
    @Override
    public String toString() {
      return String.format("%.1f us in the script (%.1f us CPU in all)", script, cpu);
    }
  }

  private Cost cost(Runnable steps) throws IOException {
    command("CONFIG RESETSTAT");
    double before = cpuSeconds();
    steps.run();
    double cpu = (cpuSeconds() - before) * 1_000_000 / MEASURED;
    return new Cost(number(EVALSHA, command("INFO commandstats")), cpu);
  }

  private double cpuSeconds() throws IOException {
    String used = command("INFO cpu");
    return number(CPU_USER, used) + number(CPU_SYSTEM, used);
  }

  private void idle() throws IOException {
    double before = number(COMMANDS, command("INFO stats"));
    try {
      Thread.sleep(IDLE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    double after = number(COMMANDS, command("INFO stats"));
    System.out.printf(
        "idle, the workspace just used: %.1f commands/s%n",
        (after - before - 1) / IDLE.toSeconds());
  }

  private static double number(Pattern pattern, String text) {
    Matcher found = pattern.matcher(text);
    if (!found.find()) {
      throw new IllegalStateException("not in the answer: " + pattern);
    }
    return Double.parseDouble(found.group(1));
  }

  /** Sends one inline command and gives all that comes until the server closes. */
  private String command(String line) throws IOException {
    try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
      socket.getOutputStream().write((line + "\r\nQUIT\r\n").getBytes(UTF_8));
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
  }
}
