package io.leasegate.grants;

import static io.leasegate.grants.GrantFixture.ANN;
import static io.leasegate.grants.GrantFixture.BOB;
import static io.leasegate.grants.GrantFixture.now;
import static io.leasegate.grants.GrantFixture.request;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.core.call.Identity;
import io.leasegate.core.capability.CapabilityGlob;
import io.leasegate.core.grant.Grant;
import io.leasegate.core.grant.GrantOrigin;
import io.leasegate.core.lease.Lease;
import io.leasegate.core.notice.NoticeRule;
import io.leasegate.core.notice.NoticeThreshold;
import io.leasegate.loop.Loop;
import io.leasegate.store.GrantDraft;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NoticeBoardTest {

  private final Vertx vertx = Vertx.vertx();
  private final GrantFixture fixture =
      new GrantFixture(
          "agents: { \"*\": { capabilities: [ { match: \"**:*:*\", auto_approve: true } ] } }");
  private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
  private final Loop home = home();
  private final NoticeBoard board =
      new NoticeBoard(
          home,
          fixture.cache,
          new NoticeRule(NoticeThreshold.of(0.2)),
          (identity, notice, late) -> told.add(identity.agent() + " " + notice));

  private Loop home() {
    Promise<Loop> made = Promise.promise();
    vertx
        .getOrCreateContext()
        .runOnContext(ignored -> made.complete(new Loop(vertx, fixture.clock)));
    return now(made.future());
  }

  @BeforeEach
  void follow() {
    fixture.stores.grants().onGrant(board::follow);
  }

  @AfterEach
  void close() {
    now(vertx.close());
  }

  private <T> T onHome(Supplier<T> question) {
    Promise<T> answer = Promise.promise();
    home.context().runOnContext(ignored -> answer.complete(question.get()));
    return now(answer.future());
  }

  private String next() throws InterruptedException {
    String notice = told.poll(60, SECONDS);
    assertThat(notice).as("a notice").isNotNull();
    return notice == null ? "" : notice;
  }

  /** What was told before a notice that is due now; the wheel turned for that one at the latest. */
  private void nothingButTheWitness() throws InterruptedException {
    Identity witness = new Identity("acme", "witness-" + fixture.id());
    fixture.granted(request(witness, "sim:call:w", "1s"));
    onHome(board::size);
    fixture.clock.advanceMs(821);
    assertThat(next()).startsWith(witness.agent());
    assertThat(told).isEmpty();
  }

  @Test
  void aNoticeComesOnceAtTheMark() throws InterruptedException {
    // Given
    Grant grant = fixture.granted(request(ANN, "sim:call:a", "10m"));
    assertThat(onHome(board::size)).isEqualTo(1);

    // When
    fixture.clock.advance(Duration.ofMinutes(8).minusMillis(821));
    nothingButTheWitness(); // exactly 20 % remain
    fixture.clock.advanceMs(21);

    // Then
    assertThat(next()).startsWith("ann ").contains(grant.id()).contains("\"expires_in_s\":119");
    fixture.granted(request(ANN, "sim:call:other", "10m"));
    nothingButTheWitness();
    fixture.clock.advance(Duration.ofMinutes(2));
    nothingButTheWitness();
  }

  @Test
  void aRenewalIsAWindowOfItsOwn() throws InterruptedException {
    // Given
    Lease lease = fixture.open(ANN, Duration.ofHours(2), 5, "sim");
    Grant grant = fixture.granted(request(ANN, "sim:call:a", "10m", lease));
    onHome(board::size);
    fixture.clock.advance(Duration.ofMinutes(7));
    now(fixture.stores.grants().renew(ANN, grant.id(), 3_600_000));
    onHome(board::size);

    // When
    fixture.clock.advance(Duration.ofMinutes(2));
    nothingButTheWitness();
    fixture.clock.advance(Duration.ofMinutes(6));

    // Then
    assertThat(next()).startsWith("ann ").contains("\"renewable\":true");
    now(fixture.stores.grants().renew(ANN, grant.id(), 3_600_000));
    onHome(board::size);
    fixture.clock.advance(Duration.ofMinutes(8).plusMillis(21));
    assertThat(next()).startsWith("ann ");
    nothingButTheWitness();
  }

  @Test
  void whatWasRevokedIsNotTold() throws InterruptedException {
    // Given
    Lease lease = fixture.open(ANN, Duration.ofHours(2), 5, "sim");
    Grant own = fixture.granted(request(ANN, "sim:call:a", "10m"));
    fixture.granted(request(ANN, "sim:call:b", "10m", lease));
    fixture.granted(request(BOB, "sim:call:a", "10m"));
    onHome(board::size);

    // When
    now(fixture.stores.grants().revoke(ANN, own.id()));
    now(fixture.stores.leases().revoke(ANN, lease.id()));
    now(fixture.stores.grants().kill("acme", Optional.of("bob")));

    // Then
    assertThat(onHome(board::size)).isZero();
    fixture.clock.advance(Duration.ofMinutes(9));
    nothingButTheWitness();
  }

  @Test
  void anOlderWindowThatIsHeardLateStopsNothing() throws InterruptedException {
    // Given
    Lease lease = fixture.open(ANN, Duration.ofHours(2), 5, "sim");
    Grant old = fixture.granted(request(ANN, "sim:call:a", "10m", lease));
    fixture.clock.advance(Duration.ofMinutes(5));
    now(fixture.stores.grants().renew(ANN, old.id(), 3_600_000));

    // When
    board.follow(old);
    onHome(board::size);
    fixture.clock.advance(Duration.ofMinutes(4));
    nothingButTheWitness();
    fixture.clock.advance(Duration.ofMinutes(4));

    // Then
    assertThat(next()).startsWith("ann ");
  }

  @Test
  void aGrantWhoseEndWasHeardFirstIsNotTold() throws InterruptedException {
    // Given
    Grant grant = fixture.granted(request(ANN, "sim:call:a", "10m"));
    now(fixture.stores.grants().revoke(ANN, grant.id()));

    // When
    board.follow(grant);
    onHome(board::size);
    fixture.clock.advance(Duration.ofMinutes(9));

    // Then
    nothingButTheWitness();
    assertThat(onHome(board::size)).isZero();
  }

  @Test
  void aViewThatIsBehindByPartOfAMillisecondDoesNotLoseTheNotice() throws InterruptedException {
    // Given: a timer set by one view, and a later view whose clock was rounded down the most
    Grant grant = fixture.granted(request(ANN, "sim:call:a", "10m"));
    onHome(board::size);
    fixture.clock.advance(Duration.ofNanos(999_999));
    fixture.granted(request(ANN, "sim:call:b", "1h"));
    onHome(board::size);

    // When: the first tick at the timer's own deadline
    fixture.clock.advance(Duration.ofMinutes(8).plusMillis(1).minusNanos(999_999));

    // Then
    assertThat(next()).contains(grant.id());
  }

  @Test
  void tenThousandGrantsAreEachToldOnce() throws InterruptedException {
    // Given
    int agents = 100;
    int each = 100;
    for (int a = 0; a < agents; a++) {
      Identity identity = new Identity("acme", "agent-" + a);
      for (int g = 0; g < each; g++) {
        GrantDraft draft =
            new GrantDraft(
                "g-" + fixture.id(),
                CapabilityGlob.parse("sim:call:x" + g).orThrow(),
                600_000,
                Optional.empty(),
                "rule",
                GrantOrigin.EXPLICIT);
        long revision = now(fixture.stores.grants().read(identity)).revision();
        now(fixture.stores.grants().issue(identity, revision, draft));
      }
    }
    assertThat(onHome(board::size)).isEqualTo(agents * each);

    // When
    fixture.clock.advance(Duration.ofMinutes(8).plusMillis(21));

    // Then
    Set<String> notices = new HashSet<>();
    for (int i = 0; i < agents * each; i++) {
      notices.add(next());
    }
    assertThat(notices).hasSize(agents * each);
    assertThat(onHome(board::size)).isZero();
    nothingButTheWitness();
  }
}
