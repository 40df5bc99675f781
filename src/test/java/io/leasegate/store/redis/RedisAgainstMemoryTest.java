package io.leasegate.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.core.call.Identity;
import io.leasegate.core.capability.CapabilityGlob;
import io.leasegate.core.grant.Delegation;
import io.leasegate.core.grant.Grant;
import io.leasegate.core.grant.GrantOrigin;
import io.leasegate.core.grant.LeaseBinding;
import io.leasegate.core.idempotency.AnswerBytes;
import io.leasegate.core.idempotency.Fingerprint;
import io.leasegate.core.idempotency.IdempotencyKey;
import io.leasegate.core.idempotency.KeptAnswer;
import io.leasegate.core.idempotency.KeyOutcome;
import io.leasegate.core.idempotency.KeyResolution;
import io.leasegate.core.idempotency.KeyedCall;
import io.leasegate.core.lease.Lease;
import io.leasegate.core.policy.RateLimit;
import io.leasegate.store.AgentRecords;
import io.leasegate.store.ApprovalStore;
import io.leasegate.store.CallStore;
import io.leasegate.store.FakeClock;
import io.leasegate.store.GrantDraft;
import io.leasegate.store.IssueResult;
import io.leasegate.store.Stores;
import io.leasegate.store.memory.MemoryStores;
import io.leasegate.testing.RedisServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The same operations in memory and in Redis, the time moved by hand; every answer is compared, and
 * every entry of the audit. The seed is the name of the test.
 */
class RedisAgainstMemoryTest {

  private static final int STEPS = 5_000;
  private static final int MOST = 5;
  private static final long T0 = 1_800_000_000_000L;
  private static final List<Identity> AGENTS =
      List.of(
          new Identity("acme", "ann"),
          new Identity("acme", "bob"),
          new Identity("acme", "eve"),
          new Identity("other", "ann"));
  private static final List<String> GLOBS =
      List.of("sim:call:a", "sim:call:*", "sim:**", "rec:{call,read}:b?/\"x\"", "sim:call:ä");

  private final FakeClock clock = new FakeClock();
  private final SideBySide both =
      new SideBySide(
          MemoryStores.make(clock, T0, MOST),
          RedisStores.ports(RedisStores.store(clock, T0, MOST)));
  private final List<Grant> grants = new ArrayList<>();
  private final List<Lease> leases = new ArrayList<>();
  private final List<String> approvals = new ArrayList<>();
  private final List<CallStore.Claim> claims = new ArrayList<>();
  private final Map<Identity, Map<Stores, Long>> revisions = new HashMap<>();
  private final Set<String> answers = new HashSet<>();
  private final Set<String> written = new HashSet<>();
  private Random random = new Random();
  private int ids;
  private String step = "";

  @ParameterizedTest
  @ValueSource(longs = {1, 20_261_129})
  void everyAnswerIsTheSame(long seed) {
    random = new Random(seed);
    AGENTS.forEach(this::reads);
    for (int i = 0; i < STEPS; i++) {
      step = "seed " + seed + ", step " + i;
      Identity who = any(AGENTS);
      switch (random.nextInt(24)) {
        case 0, 1, 2 -> issues(who);
        case 3 -> delegates(who);
        case 4, 5 -> renews(who);
        case 6 -> revokes(who);
        case 7 -> opens(who);
        case 8 -> endsLease(who);
        case 9 -> kills(who);
        case 10 -> counts(who);
        case 11 -> asks(who);
        case 12 -> decides();
        case 13, 14, 15, 16 -> claims(who);
        case 17, 18 -> settles();
        case 19 -> looksAfterKeys(who);
        case 20 -> lists(who);
        case 21 -> reads(who);
        default -> clock.advanceMs(timePasses());
      }
      if (i % 200 == 0) {
        auditIsTheSame();
      }
    }
    auditIsTheSame();
    assertThat(written)
        .as("all kinds of entries have been there")
        .contains(
            "call call_started",
            "call call_settled",
            "call late_outcome",
            "call idempotency_replayed",
            "call idempotency_resolved",
            "grant issued",
            "grant delegated",
            "grant renewed",
            "grant revoked",
            "lease open",
            "lease revoke",
            "approval requested",
            "approval approved",
            "approval denied",
            "approval cancelled",
            "kill killed",
            "kill released");
    assertThat(answers)
        .as("all kinds of answers have been there")
        .contains(
            "Issued",
            "Changed",
            "Full",
            "Judged",
            "NotFound",
            "Execute",
            "Replay",
            "InFlight",
            "Released",
            "Conflict",
            "OutcomeUnknown",
            "Refused",
            "Done",
            "Already",
            "Stored",
            "Freed",
            "Kept");
  }

  @AfterEach
  void nothingIsLeftThatIsNotListed() {
    assertThat(KeyPage.rows()).containsAll(KeyPage.found(RedisServer.shared()));
  }

  private void auditIsTheSame() {
    written.addAll(both.audit("acme"));
    written.addAll(both.audit("other"));
    for (Identity agent : AGENTS) {
      both.newest(agent, T0 + random.nextInt(3_600_000), 1 + random.nextInt(150));
    }
  }

  private long timePasses() {
    int kind = random.nextInt(100);
    if (kind < 70) {
      return random.nextInt(4_000);
    }
    return kind < 97 ? random.nextInt(90_000) : random.nextInt(26 * 3_600_000);
  }

  private <T> T any(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  private <T> Optional<T> recent(List<T> all) {
    return all.isEmpty()
        ? Optional.empty()
        : Optional.of(all.get(all.size() - 1 - random.nextInt(Math.min(12, all.size()))));
  }

  private String id(String prefix) {
    ids++;
    return prefix + "-" + ids;
  }

  private void note(Object answer) {
    answers.add(answer.getClass().getSimpleName());
  }

  private void reads(Identity who) {
    both.ask(step + " read", stores -> stores.grants().read(who));
    revisions.put(who, both.revisions(who));
  }

  private long revision(Stores stores, Identity who) {
    return Objects.requireNonNull(Objects.requireNonNull(revisions.get(who)).get(stores));
  }

  private void issues(Identity who) {
    if (random.nextInt(8) > 0) {
      revisions.put(who, both.revisions(who));
    }
    Optional<Lease> lease =
        random.nextBoolean()
            ? Optional.empty()
            : recent(leases).filter(it -> it.workspace().equals(who.workspace()));
    long generation = random.nextInt(20) == 0 ? 2 : 1;
    GrantDraft draft =
        new GrantDraft(
            id("g"),
            CapabilityGlob.parse(any(GLOBS)).orThrow(),
            1_000L + random.nextInt(120_000),
            lease.map(it -> new LeaseBinding(it.id(), generation)),
            "rule \"1\"",
            random.nextBoolean() ? GrantOrigin.EXPLICIT : GrantOrigin.IMPLICIT);
    keep(
        both.ask(
            step + " issue " + draft,
            stores -> stores.grants().issue(who, revision(stores, who), draft)));
  }

  private void keep(IssueResult result) {
    note(result);
    if (result instanceof IssueResult.Issued issued) {
      grants.add(issued.grant());
    }
  }

  private void delegates(Identity who) {
    revisions.put(who, both.revisions(who));
    AgentRecords records = both.ask(step, stores -> stores.grants().read(who));
    List<Grant> held =
        records.grants().stream().filter(it -> it.parentGrantId().isEmpty()).toList();
    if (held.isEmpty()) {
      return;
    }
    Grant parent = any(held);
    Identity receiver =
        any(AGENTS.stream().filter(it -> it.workspace().equals(who.workspace())).toList());
    String id = id("g");
    long ttl = 1_000L + random.nextInt(60_000);
    keep(
        both.ask(
            step + " delegate " + parent,
            stores ->
                stores
                    .grants()
                    .delegate(
                        who,
                        revision(stores, who),
                        receiver,
                        id,
                        parent.capability(),
                        new Delegation.Delegable(parent, ttl))));
  }

  private void renews(Identity who) {
    recent(grants)
        .ifPresent(
            grant -> {
              long longest = 1_000L + random.nextInt(100_000);
              Identity asking = random.nextInt(6) == 0 ? who : grant.identity();
              note(
                  both.ask(
                      step + " renew " + grant,
                      stores -> stores.grants().renew(asking, grant.id(), longest)));
            });
  }

  private void revokes(Identity who) {
    recent(grants)
        .ifPresent(
            grant -> {
              Identity asking = random.nextInt(4) == 0 ? who : grant.identity();
              boolean operator = random.nextInt(3) == 0;
              both.ask(
                  step + " revoke " + grant,
                  stores ->
                      operator
                          ? stores.grants().revokeByOperator(asking.workspace(), grant.id())
                          : stores.grants().revoke(asking, grant.id()));
            });
  }

  private void opens(Identity who) {
    String id = id("l");
    List<String> upstreams = random.nextBoolean() ? List.of() : List.of("sim", "re.c");
    Duration total = Duration.ofMillis(1_000L + random.nextInt(200_000));
    long writes = random.nextInt(5);
    both.ask(
            step + " open",
            stores -> stores.leases().openTask(who, id, "a \"goal\"", upstreams, total, writes))
        .ifPresent(leases::add);
  }

  private void endsLease(Identity who) {
    recent(leases)
        .ifPresent(
            lease -> {
              boolean operator = random.nextBoolean();
              Identity asking =
                  random.nextInt(4) == 0
                      ? who
                      : new Identity(lease.workspace(), lease.holder().identity());
              both.ask(
                  step + " end " + lease.id(),
                  stores ->
                      operator
                          ? stores
                              .leases()
                              .revokeByOperator(
                                  asking.workspace(), lease.id(), Optional.of("why \\ not"))
                          : stores.leases().revoke(asking, lease.id()));
            });
  }

  private void kills(Identity who) {
    Optional<String> agent = random.nextInt(6) == 0 ? Optional.empty() : Optional.of(who.agent());
    if (random.nextInt(3) == 0) {
      both.ask(step + " kill", stores -> stores.grants().kill(who.workspace(), agent));
    }
    both.ask(step + " release", stores -> stores.grants().release(who.workspace(), agent));
  }

  private void counts(Identity who) {
    boolean explicit = random.nextBoolean();
    both.ask(
        step + " count",
        stores ->
            stores.grants().countRequest(who, explicit, new RateLimit(3, Duration.ofSeconds(30))));
  }

  private void asks(Identity who) {
    ApprovalStore.Draft draft =
        new ApprovalStore.Draft(
            id("ap"),
            who,
            any(GLOBS),
            30_000,
            recent(leases).filter(it -> random.nextBoolean()).map(LeaseBinding::to),
            "rule",
            "a \"reason\"",
            60_000L + random.nextInt(3) * 60_000L);
    both.ask(step + " ask", stores -> stores.approvals().open(draft))
        .ifPresent(it -> approvals.add(it.id()));
  }

  private void decides() {
    recent(approvals)
        .ifPresent(
            id -> {
              String grant = id("g");
              boolean approve = random.nextInt(3) > 0;
              note(
                  both.ask(
                      step + " decide " + id,
                      stores ->
                          approve
                              ? stores.approvals().approve(id, grant)
                              : stores.approvals().deny(id)));
            });
  }

  private void claims(Identity who) {
    Optional<Grant> grant = recent(grants).filter(it -> random.nextInt(10) > 0);
    Identity caller = random.nextInt(10) == 0 ? who : grant.map(Grant::identity).orElse(who);
    Optional<CallStore.KeyUse> use =
        random.nextInt(4) == 0
            ? Optional.empty()
            : Optional.of(
                new CallStore.KeyUse(
                    key(),
                    new KeyedCall(fingerprint(), random.nextInt(4) == 0, random.nextInt(3) == 0),
                    random.nextInt(6) > 0));
    CallStore.Claim claim =
        new CallStore.Claim(
            id("c"),
            caller,
            grant.map(Grant::id).orElse("g-none"),
            "sim",
            "a",
            "sim:call:a",
            random.nextInt(3) > 0,
            use);
    CallStore.Verdict verdict =
        both.ask(step + " claim " + claim, stores -> stores.calls().claim(claim));
    note(verdict);
    claims.add(claim);
  }

  private IdempotencyKey key() {
    return new IdempotencyKey("key: " + random.nextInt(8));
  }

  private Fingerprint fingerprint() {
    byte[] bytes = new byte[Fingerprint.LENGTH];
    bytes[0] = (byte) (random.nextInt(6) == 0 ? 1 : 0);
    return Fingerprint.of(bytes);
  }

  private KeptAnswer answer() {
    byte[] json =
        ("{\"n\":" + random.nextInt() + ",\"s\":\"\\u0000ä\"}").getBytes(StandardCharsets.UTF_8);
    return switch (random.nextInt(4)) {
      case 0 -> new KeptAnswer.RpcFault(AnswerBytes.over(json));
      case 1 -> new KeptAnswer.NotKept(random.nextBoolean());
      case 2 -> new KeptAnswer.NotGiven();
      default -> new KeptAnswer.ToolResult(AnswerBytes.over(json), random.nextBoolean());
    };
  }

  private void settles() {
    recent(claims)
        .ifPresent(
            claim -> {
              KeyOutcome outcome =
                  switch (random.nextInt(5)) {
                    case 0 -> new KeyOutcome.NotExecuted();
                    case 1 -> new KeyOutcome.Lost();
                    case 2 -> new KeyOutcome.InputRequired();
                    default -> new KeyOutcome.Answered(answer());
                  };
              both.ask(
                  step + " settle " + claim + " " + outcome,
                  stores ->
                      stores.calls().settle(claim, new CallStore.Settlement(outcome, "word")));
            });
  }

  private void looksAfterKeys(Identity who) {
    IdempotencyKey key = key();
    switch (random.nextInt(4)) {
      case 0 -> both.ask(step + " find", stores -> stores.keys().find(who, key));
      case 1 -> {
        List<CallStore.Claim> running =
            claims.stream()
                .skip(Math.max(0, claims.size() - 10))
                .filter(it -> it.key().isPresent())
                .toList();
        both.ask(
            step + " extend", stores -> stores.calls().extend(running).map(done -> "extended"));
      }
      case 2 -> {
        KeyResolution resolution =
            random.nextBoolean()
                ? new KeyResolution.NotExecuted()
                : new KeyResolution.Executed(answer());
        String attempt = id("op");
        note(
            both.ask(
                step + " resolve " + key,
                stores -> stores.keys().resolve(who, key, resolution, attempt)));
      }
      default ->
          recent(claims)
              .ifPresent(
                  claim -> both.ask(step + " abandon", stores -> stores.calls().abandon(claim)));
    }
  }

  private void lists(Identity who) {
    Optional<String> after = recent(grants).map(Grant::id).filter(it -> random.nextBoolean());
    both.ask(step + " grants", stores -> stores.grants().live(after, 4));
    both.ask(step + " leases", stores -> stores.leases().live(Optional.empty(), 3));
    boolean own = random.nextBoolean();
    both.ask(
        step + " approvals",
        stores -> stores.approvals().list(own ? Optional.of(who) : Optional.empty()));
  }
}
