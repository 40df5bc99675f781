package io.leasegate.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.core.call.Identity;
import io.leasegate.core.capability.CapabilityGlob;
import io.leasegate.core.grant.Grant;
import io.leasegate.core.grant.GrantOrigin;
import io.leasegate.core.idempotency.Fingerprint;
import io.leasegate.core.idempotency.IdempotencyKey;
import io.leasegate.core.idempotency.KeptAnswer;
import io.leasegate.core.idempotency.KeyOutcome;
import io.leasegate.core.idempotency.KeyedCall;
import io.leasegate.store.AwaitedAnswer;
import io.leasegate.store.CallStore;
import io.leasegate.store.FakeClock;
import io.leasegate.store.GrantDraft;
import io.leasegate.store.IssueResult;
import io.leasegate.store.SessionRecord;
import io.leasegate.testing.Await;
import io.leasegate.testing.RedisCommands;
import io.leasegate.testing.RedisServer;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What one replica does, and when another one knows of it. */
class TwoReplicasTest {

  private static final long T0 = 1_800_000_000_000L;
  private static final Identity ANN = new Identity("acme", "ann");

  private final FakeClock clock = new FakeClock();
  private final RedisStore here = RedisStores.ownStore(clock, T0);
  private final RedisStore there = RedisStores.ownStore(clock, T0);
  private final RedisGrantStore grantsHere = new RedisGrantStore(here);
  private final RedisGrantStore grantsThere = new RedisGrantStore(there);
  private final List<Identity> heard = new CopyOnWriteArrayList<>();
  private final List<Grant> heardGrants = new CopyOnWriteArrayList<>();
  private final List<String> lost = new CopyOnWriteArrayList<>();
  private int ids;

  @BeforeEach
  void start() {
    RedisServer.sharedEmpty();
    Await.result(here.start());
    Await.result(there.link().start()); // it listens to nobody
    grantsHere.onChange(heard::add);
    grantsHere.onGrant(heardGrants::add);
    grantsHere.onLost(lost::add);
    Await.until("this one listens", () -> listeners() == 1);
  }

  @AfterEach
  void close() {
    Await.result(here.close());
    Await.result(there.close());
    Await.until("nobody listens any more", () -> listeners() == 0);
  }

  private Grant issue(RedisGrantStore grants, Identity who) {
    ids++;
    GrantDraft draft =
        new GrantDraft(
            "g-" + ids,
            CapabilityGlob.parse("sim:call:a").orThrow(),
            60_000,
            Optional.empty(),
            "rule",
            GrantOrigin.EXPLICIT);
    long revision = Await.result(grants.read(who)).revision();
    return ((IssueResult.Issued) Await.result(grants.issue(who, revision, draft))).grant();
  }

  @Test
  void aRevokeElsewhereIsHeardOfByAHint() {
    // Given
    Grant grant = issue(grantsHere, ANN);
    heard.clear();

    // When: no time passes, so that no refresh is due
    Await.result(grantsThere.revoke(ANN, grant.id()));

    // Then: also the hint of its own step may have come only now
    Await.until(
        "the revoke is heard of",
        () -> heardGrants.stream().anyMatch(it -> it.revocation().isPresent()));
    assertThat(heardGrants).last().matches(it -> it.revocation().isPresent());
    assertThat(heard).contains(ANN);
    assertThat(lost).isEmpty();
  }

  private static long listeners() {
    try (RedisCommands commands = RedisServer.shared().commands()) {
      return commands.number("PUBSUB", "NUMPAT");
    }
  }

  @Test
  void aRevokeElsewhereIsHeardOfWithoutHintsToo() {
    // Given
    Grant grant = issue(grantsHere, ANN);
    clock.advanceMs(500);
    here.watch().tick();
    here.hints().close();
    heard.clear();
    Await.result(grantsThere.revoke(ANN, grant.id()));

    // When
    Await.until(
        "a refresh is due and gets through",
        () -> {
          clock.advanceMs(100);
          here.watch().tick();
          Await.result(here.refresh("acme", 0, new HighWater())); // behind the answer to that
          return heard.contains(ANN) || !lost.isEmpty();
        });

    // Then
    assertThat(heard).contains(ANN);
  }

  @Test
  void whatTheStoreDoesNotConfirmCountsNoLongerThanItMay() {
    // Given
    Await.result(grantsHere.read(ANN));
    here.link().close();

    // When
    clock.advanceMs(900);
    here.watch().tick();
    List<String> before = List.copyOf(lost);
    clock.advanceMs(50);
    here.watch().tick();

    // Then
    assertThat(before).isEmpty();
    assertThat(lost).containsExactly("acme");
  }

  @Test
  void aWorkspaceWithoutCallsIsNotAskedAbout() {
    // Given
    Await.result(grantsHere.read(ANN));

    // When: it is confirmed all the time
    for (int i = 0; i < 99 && lost.isEmpty(); i++) {
      clock.advanceMs(100);
      here.watch().tick();
      Await.result(here.refresh("acme", 0, new HighWater()));
    }
    List<String> before = List.copyOf(lost);
    clock.advanceMs(100);
    here.watch().tick();

    // Then
    assertThat(before).isEmpty();
    assertThat(lost).containsExactly("acme");
  }

  @Test
  void moreChangesThanAreListedAreAGap() {
    // Given
    issue(grantsHere, ANN);
    here.hints().close();
    for (int i = 0; i < 1_001; i++) {
      Identity one = new Identity("acme", "agent-" + i);
      Await.result(grantsThere.release("acme", Optional.of(one.agent())));
    }

    // When
    clock.advanceMs(500);
    here.watch().tick();

    // Then
    Await.until("the gap is seen", () -> !lost.isEmpty());
    assertThat(lost).containsExactly("acme");
    assertThat(here.alarms().rolledBack()).isEmpty();
  }

  @Test
  void aStoreThatForgotIsReported() {
    // Given
    issue(grantsHere, ANN);
    issue(grantsHere, ANN);
    here.hints().close();
    RedisServer.sharedEmpty();
    issue(grantsThere, ANN);

    // When
    clock.advanceMs(500);
    here.watch().tick();

    // Then
    Await.until("the loss is seen", () -> !lost.isEmpty());
    assertThat(here.alarms().rolledBack()).hasValue("changes of workspace acme");
  }

  @Test
  void aStoreThatForgotWhileItWasAwayIsReported() {
    // Given: what was read counts no longer
    issue(grantsHere, ANN);
    issue(grantsHere, ANN);
    here.hints().close();
    clock.advanceMs(1_000);
    here.watch().tick();
    lost.clear();
    RedisServer.sharedEmpty();
    issue(grantsThere, ANN);

    // When
    Await.result(grantsHere.read(ANN));
    clock.advanceMs(500);
    here.watch().tick();

    // Then
    Await.until("the loss is seen", () -> !lost.isEmpty());
    assertThat(here.alarms().rolledBack()).hasValue("changes of workspace acme");
    assertThat(lost).containsExactly("acme");
  }

  @Test
  void anAuditThatIsShorterThanItWasIsALossToo() {
    // Given: the revision is what it was
    issue(grantsHere, ANN);
    HighWater mark = new HighWater();
    mark.saw(0, 1);
    Changes before = Await.result(here.refresh("acme", 0, mark));
    mark.saw(before.revision(), before.sequence() + 1);

    // When
    Changes now = Await.result(here.refresh("acme", 0, mark));

    // Then
    assertThat(before.state()).isEqualTo("known");
    assertThat(now.state()).isEqualTo("back");
  }

  @Test
  void aLossIsReportedOnce() {
    // Given
    aStoreThatForgotIsReported();
    here.alarms().accepted();

    // When
    Await.result(grantsHere.read(ANN));
    clock.advanceMs(500);
    here.watch().tick();
    Await.result(grantsHere.read(ANN)); // behind the answer to that

    // Then
    assertThat(here.alarms().remarks()).isEmpty();
  }

  @Test
  void aViewThatIsBeingForgottenDoesNotCountAgainBecauseAnotherAgentIsRead() {
    // Given
    Await.result(grantsHere.read(ANN));
    List<Boolean> counted = new CopyOnWriteArrayList<>();
    grantsHere.onLost(
        workspace -> {
          // views go one after the other, and in between the answer of a read comes
          here.watch().read(workspace, "", 0, clock.nanoTime());
          counted.add(here.used(workspace));
        });

    // When
    clock.advanceMs(1_000);
    here.watch().tick();

    // Then: that read counts when the others are gone, and is watched from where it was
    assertThat(counted).containsExactly(false);
    assertThat(lost).containsExactly("acme");
    assertThat(here.used("acme")).isTrue();
  }

  @Test
  void theEndOfAKeyElsewhereIsHeardOf() {
    // Given
    Grant grant = issue(grantsHere, ANN);
    IdempotencyKey key = new IdempotencyKey("a key");
    CallStore.Claim claim = keyed("c-1", grant, key);
    CallStore.Claim again = keyed("c-2", grant, key);
    RedisCallStore calls = new RedisCallStore(there);
    List<IdempotencyKey> ended = new CopyOnWriteArrayList<>();
    new RedisIdempotencyStore(here).onEnd((identity, it) -> ended.add(it));

    Await.result(calls.claim(claim));
    // one who waits: only then is anything said
    Await.result(new RedisCallStore(here).claim(again));

    // When
    Await.result(
        calls.settle(
            claim,
            new CallStore.Settlement(
                new KeyOutcome.Answered(new KeptAnswer.NotKept(false)), "ok")));

    // Then
    Await.until("the end is heard of", () -> ended.contains(key));
  }

  private static double keptUntil(IdempotencyKey key) {
    try (RedisCommands commands = RedisServer.shared().commands()) {
      return Double.parseDouble(
          String.valueOf(commands.send("ZSCORE", Scripts.prefix("acme") + "keys:ann", key.text())));
    }
  }

  @Test
  void aKeyThatWaitsForInputCountsAsLongAsItIsKept() {
    // Given
    IdempotencyKey key = new IdempotencyKey("a key");
    CallStore.Claim claim = keyed("c-1", issue(grantsHere, ANN), key);
    RedisCallStore calls = new RedisCallStore(here);
    Await.result(calls.claim(claim));
    double claimed = keptUntil(key);

    // When
    Await.result(
        calls.settle(
            claim, new CallStore.Settlement(new KeyOutcome.InputRequired(), "input_required")));

    // Then: ten minutes from now instead of one
    assertThat(keptUntil(key) - claimed).isGreaterThan(8 * 60_000);
  }

  @Test
  void aSessionThatEndedElsewhereIsForgotten() {
    // Given
    RedisSessionStore sessionsHere = new RedisSessionStore(here, 5, Duration.ofMinutes(30));
    RedisSessionStore sessionsThere = new RedisSessionStore(there, 5, Duration.ofMinutes(30));
    Await.result(sessionsHere.open(new SessionRecord("s-1", ANN, "v", "{}", Optional.empty())));
    assertThat(Await.result(sessionsHere.find("s-1", ANN))).isPresent();

    // When
    Await.result(sessionsThere.close("s-1", ANN));

    // Then: by the hint, as no time passes
    Await.until("it is gone here", () -> Await.result(sessionsHere.find("s-1", ANN)).isEmpty());
  }

  @Test
  void aSessionThatWasFoundCostsNoLookForAWhile() {
    // Given
    RedisSessionStore sessions = new RedisSessionStore(here, 5, Duration.ofMinutes(30));
    Await.result(sessions.open(new SessionRecord("s-1", ANN, "v", "{}", Optional.empty())));
    Await.result(sessions.find("s-1", ANN));
    try (RedisCommands commands = RedisServer.shared().commands()) {
      commands.send("DEL", Scripts.prefix("acme") + "sessions");
    }

    // Then
    assertThat(Await.result(sessions.find("s-1", ANN))).isPresent();
    assertThat(Await.result(sessions.find("s-1", new Identity("acme", "bob")))).isEmpty();
    clock.advanceMs(RedisSessionStore.FOUND_FOR.toMillis());
    assertThat(Await.result(sessions.find("s-1", ANN))).isEmpty();
  }

  @Test
  void anAnswerElsewhereIsHeardOf() {
    // Given
    RedisSessionStore sessionsHere = new RedisSessionStore(here, 5, Duration.ofMinutes(30));
    RedisSessionStore sessionsThere = new RedisSessionStore(there, 5, Duration.ofMinutes(30));
    List<String> answered = new CopyOnWriteArrayList<>();
    sessionsHere.onAnswer((session, request) -> answered.add(session + " " + request));
    Await.result(sessionsHere.open(new SessionRecord("s-1", ANN, "v", "{}", Optional.empty())));
    Await.result(sessionsHere.awaitAnswer("s-1", ANN, "lg-1"));

    // When
    Await.result(sessionsThere.answer("s-1", ANN, "lg-1", Buffer.buffer("yes")));

    // Then
    Await.until("it is heard of", () -> answered.contains("s-1 lg-1"));
    assertThat(Await.result(sessionsHere.awaitAnswer("s-1", ANN, "lg-1")))
        .isEqualTo(new AwaitedAnswer.Came(Buffer.buffer("yes")));
  }

  private static CallStore.Claim keyed(String attempt, Grant grant, IdempotencyKey key) {
    return new CallStore.Claim(
        attempt,
        ANN,
        grant.id(),
        "sim",
        "a",
        "sim:call:a",
        true,
        Optional.of(
            new CallStore.KeyUse(
                key,
                new KeyedCall(Fingerprint.of(new byte[Fingerprint.LENGTH]), false, false),
                true)));
  }
}
