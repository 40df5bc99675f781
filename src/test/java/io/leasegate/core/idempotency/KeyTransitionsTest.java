package io.leasegate.core.idempotency;

import static io.leasegate.core.idempotency.KeyFixture.ANSWER;
import static io.leasegate.core.idempotency.KeyFixture.DAY;
import static io.leasegate.core.idempotency.KeyFixture.MINUTE;
import static io.leasegate.core.idempotency.KeyFixture.SAME;
import static io.leasegate.core.idempotency.KeyFixture.SECOND;
import static io.leasegate.core.idempotency.KeyFixture.T0;
import static io.leasegate.core.idempotency.KeyFixture.awaiting;
import static io.leasegate.core.idempotency.KeyFixture.claim;
import static io.leasegate.core.idempotency.KeyFixture.completed;
import static io.leasegate.core.idempotency.KeyFixture.inFlight;
import static io.leasegate.core.idempotency.KeyFixture.unknown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leasegate.core.idempotency.KeyChange.Freed;
import io.leasegate.core.idempotency.KeyChange.Kept;
import io.leasegate.core.idempotency.KeyChange.Reason;
import io.leasegate.core.idempotency.KeyChange.Stored;
import io.leasegate.core.idempotency.KeyRecord.AwaitingInput;
import io.leasegate.core.idempotency.KeyRecord.Completed;
import io.leasegate.core.idempotency.KeyRecord.InFlight;
import io.leasegate.core.idempotency.KeyRecord.Unknown;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class KeyTransitionsTest {

  private static final long NOW = T0 + 2 * SECOND;
  private static final long LATE = T0 + 5 * MINUTE;
  private static final KeyOutcome ANSWERED = new KeyOutcome.Answered(ANSWER);
  private static final KeyOutcome INPUT = new KeyOutcome.InputRequired();
  private static final KeyOutcome NOT_EXECUTED = new KeyOutcome.NotExecuted();
  private static final KeyOutcome LOST = new KeyOutcome.Lost();
  private static final KeyChange FREED = new Freed(Optional.of("l-1"));
  private static final KeyChange SETTLED = new Kept(Reason.SETTLED);
  private static final KeyChange NOT_THE_CLAIM = new Kept(Reason.NOT_THE_CLAIM);
  private static final KeyChange IN_FLIGHT = new Kept(Reason.IN_FLIGHT);

  private static KeyChange answered(long at) {
    return new Stored(new Completed(claim("a"), ANSWER, at));
  }

  /** Record, outcome under its own attempt, time, change. */
  static List<Arguments> settlements() {
    return List.of(
        Arguments.of(inFlight("a"), ANSWERED, NOW, answered(NOW)),
        Arguments.of(
            inFlight("a"),
            INPUT,
            NOW,
            new Stored(new AwaitingInput(claim("a"), NOW + 10 * MINUTE))),
        Arguments.of(inFlight("a"), NOT_EXECUTED, NOW, FREED),
        Arguments.of(inFlight("a"), LOST, NOW, new Stored(new Unknown(claim("a"), NOW))),
        // past the end of the claim, which nobody has taken over
        Arguments.of(inFlight("a"), ANSWERED, LATE, answered(LATE)),
        Arguments.of(inFlight("a"), NOT_EXECUTED, LATE, FREED),
        Arguments.of(unknown("a"), ANSWERED, LATE, answered(LATE)),
        Arguments.of(unknown("a"), NOT_EXECUTED, LATE, FREED),
        Arguments.of(unknown("a"), INPUT, LATE, SETTLED),
        Arguments.of(unknown("a"), LOST, LATE, SETTLED),
        // a settle that is repeated because its answer was lost
        Arguments.of(completed("a"), ANSWERED, LATE, SETTLED),
        Arguments.of(completed("a"), NOT_EXECUTED, LATE, SETTLED),
        Arguments.of(completed("a"), LOST, LATE, SETTLED),
        Arguments.of(awaiting("a"), INPUT, LATE, SETTLED),
        Arguments.of(awaiting("a"), NOT_EXECUTED, LATE, SETTLED));
  }

  @ParameterizedTest
  @MethodSource("settlements")
  void anOutcomeUnderTheClaimEndsIt(
      KeyRecord record, KeyOutcome outcome, long now, KeyChange change) {
    assertThat(KeyTransitions.settle(Optional.of(record), "a", outcome, now)).isEqualTo(change);
  }

  @ParameterizedTest
  @MethodSource("settlements")
  void anOutcomeUnderAnotherAttemptChangesNothing(
      KeyRecord record, KeyOutcome outcome, long now, KeyChange unused) {
    assertThat(KeyTransitions.settle(Optional.of(record), "b", outcome, now))
        .isEqualTo(NOT_THE_CLAIM);
    assertThat(KeyTransitions.settle(Optional.empty(), "a", outcome, now)).isEqualTo(NOT_THE_CLAIM);
  }

  @Test
  void aClaimLastsAMinuteAndIsExtended() {
    assertThat(inFlight("a")).isEqualTo(new InFlight(claim("a"), T0 + MINUTE));
    assertThat(KeyTransitions.extend(Optional.of(inFlight("a")), "a", T0 + 20 * SECOND))
        .isEqualTo(new Stored(new InFlight(claim("a"), T0 + 80 * SECOND)));
    assertThat(KeyTransitions.extend(Optional.of(inFlight("a")), "a", T0 - SECOND))
        .as("never shortened")
        .isEqualTo(new Stored(inFlight("a")));
    assertThat(KeyTransitions.extend(Optional.of(inFlight("a")), "a", LATE))
        .as("brought back")
        .isEqualTo(new Stored(new InFlight(claim("a"), LATE + MINUTE)));
  }

  @Test
  void onlyARunningClaimIsExtendedByItsOwnAttempt() {
    for (KeyRecord record : List.of(awaiting("a"), completed("a"), unknown("a"))) {
      assertThat(KeyTransitions.extend(Optional.of(record), "a", NOW)).isEqualTo(SETTLED);
    }
    assertThat(KeyTransitions.extend(Optional.of(inFlight("a")), "b", NOW))
        .isEqualTo(NOT_THE_CLAIM);
    assertThat(KeyTransitions.extend(Optional.empty(), "a", NOW)).isEqualTo(NOT_THE_CLAIM);
  }

  @Test
  void anOperatorEndsWhatIsUnknown() {
    KeyResolution executed = new KeyResolution.Executed(new KeptAnswer.NotGiven());
    KeyResolution not = new KeyResolution.NotExecuted();
    for (KeyRecord record : List.of(unknown("a"), inFlight("a"), awaiting("a"))) {
      long now = T0 + 20 * MINUTE;
      assertThat(KeyTransitions.resolve(Optional.of(record), executed, "r", now))
          .isEqualTo(new Stored(new Completed(claim("r"), new KeptAnswer.NotGiven(), now)));
      assertThat(KeyTransitions.resolve(Optional.of(record), not, "r", now)).isEqualTo(FREED);
    }
  }

  @Test
  void nothingElseIsResolved() {
    for (KeyResolution resolution :
        List.of(new KeyResolution.Executed(ANSWER), new KeyResolution.NotExecuted())) {
      assertThat(KeyTransitions.resolve(Optional.of(inFlight("a")), resolution, "r", NOW))
          .isEqualTo(IN_FLIGHT);
      assertThat(KeyTransitions.resolve(Optional.of(awaiting("a")), resolution, "r", NOW))
          .isEqualTo(IN_FLIGHT);
      assertThat(KeyTransitions.resolve(Optional.of(completed("a")), resolution, "r", NOW))
          .isEqualTo(SETTLED);
      assertThat(KeyTransitions.resolve(Optional.empty(), resolution, "r", NOW))
          .isEqualTo(NOT_THE_CLAIM);
    }
  }

  @Test
  void anOutcomeAfterAResolutionComesTooLate() {
    KeyResolution executed = new KeyResolution.Executed(ANSWER);
    KeyChange resolved = KeyTransitions.resolve(Optional.of(unknown("a")), executed, "r", NOW);
    KeyRecord record = ((Stored) resolved).record();
    assertThat(KeyTransitions.settle(Optional.of(record), "a", NOT_EXECUTED, LATE))
        .isEqualTo(NOT_THE_CLAIM);
  }

  @Test
  void whatTookNoWriteGivesNoneBack() {
    KeyClaim free = new KeyClaim("a", SAME, "sim", "t", T0, Optional.empty());
    Optional<KeyRecord> record = Optional.of(KeyTransitions.claim(free));
    assertThat(KeyTransitions.settle(record, "a", NOT_EXECUTED, NOW))
        .isEqualTo(new Freed(Optional.empty()));
  }

  @Test
  void recordsAreKeptFromTheirEndAndNeverForgottenWhileTheyProtectAnExecution() {
    assertThat(completed("a").keptUntil(DAY)).isEqualTo(T0 + SECOND + DAY);
    assertThat(unknown("a").keptUntil(DAY)).isEqualTo(T0 + SECOND + DAY);
    assertThat(inFlight("a").keptUntil(SECOND)).isEqualTo(T0 + MINUTE + SECOND);
    assertThat(awaiting("a").keptUntil(SECOND)).isEqualTo(T0 + 2 * SECOND + 10 * MINUTE);
    for (KeyRecord record : List.of(inFlight("a"), awaiting("a"))) {
      assertThat(record.asOf(record.endsAt()).keptUntil(DAY))
          .as("reading it as unknown moves nothing")
          .isEqualTo(record.keptUntil(DAY));
    }
  }

  @Test
  void aCompletedKeyTellsWhenItWasFirstExecuted() {
    assertThat(completed("a").firstExecutedAt()).isEqualTo(T0);
    assertThat(new KeptAnswer.RpcFault(AnswerBytes.over(new byte[] {'{', '}'})).failed()).isTrue();
    assertThat(new KeptAnswer.NotGiven().failed()).isFalse();
    assertThat(new KeptAnswer.NotKept(true).failed()).isTrue();
  }

  @Test
  void nothingEndsBeforeItBegins() {
    assertThatThrownBy(() -> new Completed(claim("a"), ANSWER, T0 - 1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
