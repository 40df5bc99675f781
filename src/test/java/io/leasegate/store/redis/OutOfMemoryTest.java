package io.leasegate.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.audit.AuditDraft;
import io.leasegate.audit.AuditKind;
import io.leasegate.core.capability.CapabilityGlob;
import io.leasegate.core.grant.Delegation;
import io.leasegate.core.grant.Grant;
import io.leasegate.core.grant.GrantOrigin;
import io.leasegate.core.grant.LeaseBinding;
import io.leasegate.core.idempotency.Fingerprint;
import io.leasegate.core.idempotency.IdempotencyKey;
import io.leasegate.core.idempotency.KeptAnswer;
import io.leasegate.core.idempotency.KeyOutcome;
import io.leasegate.core.idempotency.KeyResolution;
import io.leasegate.core.idempotency.KeyedCall;
import io.leasegate.core.lease.Lease;
import io.leasegate.core.policy.RateLimit;
import io.leasegate.store.ApprovalStore;
import io.leasegate.store.AuditLog;
import io.leasegate.store.CallStore;
import io.leasegate.store.FakeClock;
import io.leasegate.store.GrantDraft;
import io.leasegate.store.SessionRecord;
import io.leasegate.store.StoreContract;
import io.leasegate.store.StoreUnavailable;
import io.leasegate.store.Stores;
import io.leasegate.testing.Await;
import io.leasegate.testing.RedisCommands;
import io.leasegate.testing.RedisServer;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** A step for which there is no memory does nothing at all. */
class OutOfMemoryTest extends StoreContract {

  private @Nullable RedisStore store;
  private final Map<String, Supplier<Future<?>>> steps = new LinkedHashMap<>();
  private final Map<String, Supplier<Future<?>>> takingBack = new LinkedHashMap<>();

  @Override
  protected Stores make(FakeClock clock, long startMillis, int most) {
    RedisStore made = RedisStores.store(clock, startMillis, most);
    made.repeats().close(); // what could not be done is looked at as it is left
    store = made;
    return RedisStores.ports(made);
  }

  private RedisSessionStore sessions() {
    return new RedisSessionStore(Objects.requireNonNull(store), 5, Duration.ofMinutes(30));
  }

  @AfterEach
  void enoughMemory() {
    limit("0");
  }

  private static void limit(String bytes) {
    try (RedisCommands commands = RedisServer.shared().commands()) {
      commands.send("CONFIG", "SET", "maxmemory", bytes);
    }
  }

  private static Map<String, String> everything() {
    Map<String, String> all = new TreeMap<>();
    try (RedisCommands commands = RedisServer.shared().commands()) {
      for (String key : commands.texts("KEYS", "*")) {
        all.put(key, Integer.toHexString(String.valueOf(commands.send("DUMP", key)).hashCode()));
      }
    }
    return all;
  }

  private CallStore.Claim keyed(Grant grant, String key) {
    CallStore.KeyUse use =
        new CallStore.KeyUse(
            new IdempotencyKey(key),
            new KeyedCall(Fingerprint.of(new byte[Fingerprint.LENGTH]), false, false),
            true);
    return new CallStore.Claim(
        id("c"), grant.identity(), grant.id(), "sim", "a", "sim:call:a", true, Optional.of(use));
  }

  private ApprovalStore.Draft asking(String id) {
    return new ApprovalStore.Draft(
        id, ANN, "sim:call:" + id, MINUTE, Optional.empty(), "rule", "why", MINUTE);
  }

  private void prepare() {
    Lease lease = open(ANN, HOUR, 5, "sim");
    Grant grant = issue(ANN, "sim:call:a", MINUTE, lease);
    Grant loose = issue(ANN, "sim:call:b", MINUTE);
    delegate(loose, BOB, MINUTE);
    CallStore.Claim running = keyed(grant, "running");
    CallStore.Claim lost = keyed(grant, "lost");
    CallStore.Claim done = keyed(grant, "done");
    CallStore.Claim plain = claim(grant);
    List.of(running, lost, done, plain).forEach(it -> now(calls().claim(it)));
    now(calls().settle(lost, new CallStore.Settlement(new KeyOutcome.Lost(), "unknown")));
    now(calls().settle(done, ran()));
    now(approvals().open(asking("ap-1")));
    now(sessions().open(new SessionRecord("s-1", ANN, "v", "{}", Optional.empty())));
    now(sessions().awaitAnswer("s-1", ANN, "lg-1"));
    long revision = records(ANN).revision();
    GrantDraft draft =
        new GrantDraft(
            "g-new",
            CapabilityGlob.parse("sim:call:c").orThrow(),
            MINUTE,
            Optional.of(LeaseBinding.to(lease)),
            "rule",
            GrantOrigin.EXPLICIT);

    steps.put("claim", () -> calls().claim(claim(grant)));
    steps.put("keyed claim", () -> calls().claim(keyed(grant, "new")));
    steps.put("replay", () -> calls().claim(keyed(grant, "done")));
    steps.put("settle", () -> calls().settle(plain, ran()));
    steps.put("settle a key", () -> calls().settle(running, ran()));
    steps.put("free a key", () -> calls().settle(running, notRun()));
    steps.put("late outcome", () -> calls().settle(keyed(grant, "running"), ran()));
    steps.put("abandon", () -> calls().abandon(running));
    steps.put("bar", () -> calls().abandon(claim(grant)));
    steps.put("extend", () -> calls().extend(List.of(running)));
    steps.put(
        "resolve",
        () ->
            keys()
                .resolve(
                    ANN,
                    new IdempotencyKey("lost"),
                    new KeyResolution.Executed(new KeptAnswer.NotGiven()),
                    "op-1"));
    steps.put("issue", () -> grants().issue(ANN, revision, draft));
    steps.put(
        "delegate",
        () ->
            grants()
                .delegate(
                    ANN,
                    revision,
                    BOB,
                    "g-new",
                    "sim:call:b",
                    new Delegation.Delegable(loose, MINUTE)));
    steps.put("renew", () -> grants().renew(ANN, grant.id(), HOUR));
    takingBack.put("revoke", () -> grants().revoke(ANN, loose.id()));
    takingBack.put("revoke by operator", () -> grants().revokeByOperator("acme", loose.id()));
    takingBack.put("kill", () -> grants().kill("acme", Optional.of("ann")));
    takingBack.put("kill all", () -> grants().kill("acme", Optional.empty()));
    steps.put("release", () -> grants().release("acme", Optional.of("ann")));
    steps.put(
        "count", () -> grants().countRequest(ANN, true, new RateLimit(3, Duration.ofMinutes(1))));
    steps.put(
        "open a lease",
        () -> leases().openTask(ANN, "l-new", "goal", List.of(), Duration.ofMinutes(1), 1));
    takingBack.put("end a lease", () -> leases().revoke(ANN, lease.id()));
    steps.put("ask", () -> approvals().open(asking("ap-2")));
    steps.put("approve", () -> approvals().approve("ap-1", "g-new"));
    steps.put("deny", () -> approvals().deny("ap-1"));
    steps.put(
        "open a session",
        () -> sessions().open(new SessionRecord("s-2", ANN, "v", "{}", Optional.empty())));
    steps.put(
        "write down",
        () -> audit().append("acme", List.of(AuditDraft.of(AuditKind.POLICY, "reloaded"))));
    steps.put("seal", () -> audit().seal());
    steps.put("wait for an answer", () -> sessions().awaitAnswer("s-1", ANN, "lg-2"));
    steps.put("answer", () -> sessions().answer("s-1", ANN, "lg-1", Buffer.buffer("an answer")));
    steps.put("set a level", () -> sessions().setLogLevel("s-1", ANN, "debug"));
  }

  @TestFactory
  List<DynamicTest> aStepWithoutMemoryDoesNothing() {
    prepare();
    return steps.entrySet().stream()
        .map(it -> DynamicTest.dynamicTest(it.getKey(), () -> doesNothing(it.getValue())))
        .toList();
  }

  private static void doesNothing(Supplier<Future<?>> step) {
    // Given
    Map<String, String> before = everything();
    limit("1");

    // When
    Future<?> result = step.get();
    Await.until("it has ended", result::isComplete);
    limit("0");

    // Then
    assertThat(result.cause()).isInstanceOf(StoreUnavailable.class).hasMessageContaining("OOM");
    assertThat(everything()).isEqualTo(before);
  }

  @TestFactory
  List<DynamicTest> permissionIsTakenBackWithoutMemory() {
    return List.of("revoke", "revoke by operator", "kill", "kill all", "end a lease").stream()
        .map(it -> DynamicTest.dynamicTest(it, () -> leavesTheSameWithoutMemory(it)))
        .toList();
  }

  /** A step that runs without memory is the whole step. */
  private void leavesTheSameWithoutMemory(String step) {
    // Given
    newStore();
    prepare();
    now(Objects.requireNonNull(takingBack.get(step)).get());
    Set<String> withMemory = everything().keySet();
    List<String> written = written();
    newStore();
    prepare();

    // When
    limit("1");
    now(Objects.requireNonNull(takingBack.get(step)).get());
    limit("0");

    // Then
    assertThat(everything().keySet().stream().map(OutOfMemoryTest::nameOfAKind).toList())
        .isEqualTo(withMemory.stream().map(OutOfMemoryTest::nameOfAKind).toList());
    assertThat(written()).isEqualTo(written).isNotEmpty();
  }

  private static String nameOfAKind(String key) {
    return key.replaceAll("-[0-9]+", "");
  }

  private List<String> written() {
    return now(audit().page("acme", 0, 1_000, AuditLog.Filter.ALL)).entries().stream()
        .map(it -> it.kind().wireName() + " " + it.operation() + " " + it.agent())
        .toList();
  }

  @Test
  void aGatewayThatIsNewCanKillWithoutMemory() {
    // Given
    Grant grant = issue(ANN, "sim:call:a", HOUR);
    RedisStore another = RedisStores.ownStore(clock, T0);
    Await.result(another.start());
    limit("1");

    // When
    int ended = now(new RedisGrantStore(another).kill("acme", Optional.empty()));

    // Then
    assertThat(ended).isEqualTo(1);
    assertThat(now(calls().claim(claim(grant)))).isInstanceOf(CallStore.Verdict.Refused.class);
    Await.result(another.close());
  }

  @Test
  void whatIsThereCanBeReadWithoutMemory() {
    // Given
    issue(ANN, "sim:call:a", HOUR);
    issue(ANN, "sim:call:b", HOUR);
    now(audit().seal());
    prepare();
    clock.advance(Duration.ofMinutes(10));
    limit("1");

    // Then: the use of a session cannot be noted, and is none the less one
    assertThat(records(ANN).grants()).isNotEmpty();
    assertThat(now(sessions().find("s-1", ANN))).isPresent();
    assertThat(now(keys().find(ANN, new IdempotencyKey("done")))).isPresent();
    assertThat(now(approvals().list(Optional.empty()))).isNotEmpty();
    assertThat(now(audit().page("acme", 0, 10, AuditLog.Filter.ALL)).entries()).hasSize(2);
    assertThat(now(audit().newest(ANN, 0, 1))).hasSize(1);
  }

  @Test
  void aSessionCanBeEndedWithoutMemory() {
    // Given
    prepare();
    limit("1");

    // When, Then
    assertThat(now(sessions().close("s-1", ANN))).isTrue();
  }
}
