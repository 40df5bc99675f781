package io.leasegate.core.idempotency;

import static io.leasegate.core.idempotency.KeyFixture.ANSWER;
import static io.leasegate.core.idempotency.KeyFixture.DAY;
import static io.leasegate.core.idempotency.KeyFixture.MINUTE;
import static io.leasegate.core.idempotency.KeyFixture.OTHER;
import static io.leasegate.core.idempotency.KeyFixture.SAME;
import static io.leasegate.core.idempotency.KeyFixture.T0;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Whatever happens to a key, in whatever order: it runs at most once unless somebody says so. */
class KeyHistoryTest {

  /** One key, the executors that ever held it, and a budget that pays for its writes. */
  private static final class History {
    final Random random;
    final List<String> attempts = new ArrayList<>(List.of("never-claimed"));
    Optional<KeyRecord> stored = Optional.empty();
    long now = T0;
    boolean mayRun = true;
    int paid;
    int refunded;
    int lost;

    History(long seed) {
      this.random = new Random(seed);
    }

    void call() {
      boolean same = random.nextInt(6) > 0;
      KeyedCall call =
          new KeyedCall(same ? SAME : OTHER, random.nextInt(6) == 0, random.nextInt(3) == 0);
      KeyVerdict verdict = KeyRule.judge(stored, call, now);
      if (!(verdict instanceof KeyVerdict.Execute execute)) {
        assertThat(stored).as("nothing but a record keeps a call from running").isPresent();
        return;
      }
      boolean brought = execute.continues().isPresent() && call.hasRequestState();
      boolean allowed = mayRun || brought || (execute.takesOver().isPresent() && call.repeatable());
      assertThat(allowed).as("may run again").isTrue();
      Optional<String> payer =
          execute.continues().isPresent() ? execute.continues().get().payer() : pay(execute);
      String attempt = "a" + attempts.size();
      attempts.add(attempt);
      stored =
          Optional.of(
              KeyTransitions.claim(
                  new KeyClaim(attempt, call.fingerprint(), "sim", "t", now, payer)));
      mayRun = false;
    }

    private Optional<String> pay(KeyVerdict.Execute execute) {
      lost += execute.takesOver().isPresent() ? 1 : 0;
      paid++;
      return Optional.of("l-1");
    }

    void settle() {
      KeyOutcome outcome =
          switch (random.nextInt(4)) {
            case 0 -> new KeyOutcome.Answered(ANSWER);
            case 1 -> new KeyOutcome.InputRequired();
            case 2 -> new KeyOutcome.NotExecuted();
            default -> new KeyOutcome.Lost();
          };
      apply(KeyTransitions.settle(stored, attempt(), outcome, now));
    }

    void resolve() {
      KeyResolution resolution =
          random.nextBoolean()
              ? new KeyResolution.NotExecuted()
              : new KeyResolution.Executed(new KeptAnswer.NotGiven());
      boolean running =
          stored.isPresent()
              && !(stored.get() instanceof KeyRecord.Unknown)
              && now < stored.get().endsAt();
      KeyChange change = KeyTransitions.resolve(stored, resolution, "r" + now, now);
      assertThat(running && !(change instanceof KeyChange.Kept)).isFalse();
      apply(change);
    }

    void apply(KeyChange change) {
      if (change instanceof KeyChange.Stored next) {
        assertThat(stored.map(it -> it instanceof KeyRecord.Completed))
            .as("an end stays")
            .hasValue(false);
        stored = Optional.of(next.record());
      } else if (change instanceof KeyChange.Freed freed) {
        assertThat(freed.refundTo()).as("a released key always refunds").contains("l-1");
        refunded++;
        stored = Optional.empty();
        mayRun = true;
      }
    }

    /** Often the latest attempt, sometimes one that was long given up. */
    private String attempt() {
      int last = attempts.size() - 1;
      return attempts.get(random.nextInt(3) > 0 ? last : random.nextInt(last + 1));
    }

    void step() {
      switch (random.nextInt(8)) {
        case 0, 1, 2 -> call();
        case 3, 4 -> settle();
        case 5 -> apply(KeyTransitions.extend(stored, attempt(), now));
        case 6 -> resolve();
        default -> now += random.nextLong(random.nextBoolean() ? MINUTE : 12 * MINUTE);
      }
      int held = stored.isPresent() ? 1 : 0;
      assertThat(paid)
          .as("each write is given back once, kept, or held")
          .isEqualTo(refunded + lost + held);
      assertThat(stored.map(it -> it.keptUntil(DAY) >= it.claim().claimedAt() + DAY).orElse(true))
          .isTrue();
    }
  }

  @Property
  void aKeyRunsOnceUnlessItIsReleasedRepeatableOrResolved(@ForAll long seed) {
    History history = new History(seed);
    for (int i = 0; i < 60; i++) {
      history.step();
    }
  }
}
