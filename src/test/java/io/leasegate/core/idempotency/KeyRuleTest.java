package io.leasegate.core.idempotency;

import static io.leasegate.core.idempotency.KeyFixture.MINUTE;
import static io.leasegate.core.idempotency.KeyFixture.OTHER;
import static io.leasegate.core.idempotency.KeyFixture.SAME;
import static io.leasegate.core.idempotency.KeyFixture.SECOND;
import static io.leasegate.core.idempotency.KeyFixture.T0;
import static io.leasegate.core.idempotency.KeyFixture.awaiting;
import static io.leasegate.core.idempotency.KeyFixture.completed;
import static io.leasegate.core.idempotency.KeyFixture.inFlight;
import static io.leasegate.core.idempotency.KeyFixture.retry;
import static io.leasegate.core.idempotency.KeyFixture.unknown;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KeyRuleTest {

  private static final KeyedCall REPEATABLE = new KeyedCall(SAME, true, false);
  private static final KeyedCall ANSWERING = new KeyedCall(SAME, false, true);

  private static KeyVerdict judge(KeyRecord record, KeyedCall call, long now) {
    return KeyRule.judge(Optional.of(record), call, now);
  }

  private static List<KeyedCall> callsOf(Fingerprint fingerprint) {
    List<KeyedCall> calls = new ArrayList<>();
    for (boolean repeatable : new boolean[] {false, true}) {
      for (boolean hasRequestState : new boolean[] {false, true}) {
        calls.add(new KeyedCall(fingerprint, repeatable, hasRequestState));
      }
    }
    return calls;
  }

  static List<KeyRecord> records() {
    return List.of(inFlight("a"), awaiting("a"), completed("a"), unknown("a"));
  }

  @Test
  void aKeyWithoutARecordExecutes() {
    for (KeyedCall call : callsOf(SAME)) {
      assertThat(KeyRule.judge(Optional.empty(), call, T0))
          .isEqualTo(new KeyVerdict.Execute(Optional.empty()));
    }
  }

  @ParameterizedTest
  @MethodSource("records")
  void anotherFingerprintIsAConflictInEveryState(KeyRecord record) {
    for (KeyedCall call : callsOf(OTHER)) {
      for (long now : new long[] {T0, T0 + SECOND, T0 + 30 * MINUTE}) {
        assertThat(judge(record, call, now)).isEqualTo(new KeyVerdict.Conflict());
      }
    }
  }

  @Test
  void aCompletedKeyReplaysForEverybody() {
    for (KeyedCall call : callsOf(SAME)) {
      assertThat(judge(completed("a"), call, T0 + 30 * MINUTE))
          .isEqualTo(new KeyVerdict.Replay(completed("a")));
    }
  }

  @Test
  void aKeyInFlightIsWaitedForByEverybody() {
    for (KeyedCall call : callsOf(SAME)) {
      assertThat(judge(inFlight("a"), call, T0)).isEqualTo(new KeyVerdict.InFlight(true, 5_000));
      assertThat(judge(inFlight("a"), call, T0 + MINUTE - 1))
          .isEqualTo(new KeyVerdict.InFlight(true, 1));
    }
  }

  @Test
  void theKeyOfADeadExecutorIsUnknownFromTheEndOfItsClaim() {
    KeyRecord.Unknown lapsed = new KeyRecord.Unknown(KeyFixture.claim("a"), T0 + MINUTE);
    for (KeyedCall call : List.of(retry(), ANSWERING)) {
      assertThat(judge(inFlight("a"), call, T0 + MINUTE))
          .isEqualTo(new KeyVerdict.OutcomeUnknown(lapsed));
    }
    assertThat(judge(inFlight("a"), REPEATABLE, T0 + MINUTE))
        .isEqualTo(new KeyVerdict.Execute(Optional.of(lapsed)));
  }

  @Test
  void anUnknownOutcomeStaysUntilItIsEndedUnlessTheToolIsRepeatable() {
    for (KeyedCall call : List.of(retry(), ANSWERING)) {
      assertThat(judge(unknown("a"), call, T0 + 100 * MINUTE))
          .isEqualTo(new KeyVerdict.OutcomeUnknown(unknown("a")));
    }
    KeyVerdict.Execute again = (KeyVerdict.Execute) judge(unknown("a"), REPEATABLE, T0 + MINUTE);
    assertThat(again.takesOver()).contains(unknown("a"));
    assertThat(again.continues()).as("another run is another write").isEmpty();
  }

  @Test
  void whatWaitsForInputIsTakenOverByTheCallThatBringsIt() {
    KeyVerdict.Execute takeover = (KeyVerdict.Execute) judge(awaiting("a"), ANSWERING, T0 + MINUTE);
    assertThat(takeover.takesOver()).contains(awaiting("a"));
    assertThat(takeover.continues()).contains(KeyFixture.claim("a"));
    for (KeyedCall call : List.of(retry(), REPEATABLE)) {
      assertThat(judge(awaiting("a"), call, T0 + SECOND))
          .isEqualTo(new KeyVerdict.InFlight(false, 10 * MINUTE));
    }
  }

  @Test
  void inputThatDoesNotComeLeavesTheOutcomeUnknown() {
    long end = T0 + SECOND + 10 * MINUTE;
    KeyRecord.Unknown lapsed = new KeyRecord.Unknown(KeyFixture.claim("a"), end);
    assertThat(judge(awaiting("a"), ANSWERING, end - 1)).isInstanceOf(KeyVerdict.Execute.class);
    for (KeyedCall call : List.of(retry(), ANSWERING)) {
      assertThat(judge(awaiting("a"), call, end)).isEqualTo(new KeyVerdict.OutcomeUnknown(lapsed));
    }
  }
}
