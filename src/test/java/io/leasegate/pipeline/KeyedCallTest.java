package io.leasegate.pipeline;

import static io.leasegate.grants.GrantFixture.ANN;
import static io.leasegate.grants.GrantFixture.now;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.core.error.ErrorCode;
import io.leasegate.core.lease.Lease;
import io.leasegate.grants.GrantFixture;
import io.leasegate.jsonrpc.RpcMessage;
import io.leasegate.testing.Await;
import io.leasegate.upstream.Cancellation;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What a key stands for, and what a retry under it gets. */
class KeyedCallTest extends KeyedCalls {

  @Test
  void aRetryGetsTheFirstAnswerAndCostsNothing() {
    // Given
    Lease lease = fixture.open(ANN, Duration.ofHours(1), 5, "sim");

    // When
    CallOutcome first = call(put, "k");
    fixture.clock.advanceMs(1_500);
    CallOutcome again = call(put, "k");

    // Then
    assertThat(isReplay(first)).isFalse();
    assertThat(answered(again).key()).isEqualTo(new KeyNote.Replayed(GrantFixture.T0, false));
    assertThat(result(again)).isEqualTo(result(first));
    assertThat(executions).hasValue(1);
    assertThat(used(lease)).isEqualTo(1);
    assertThat(verdicts.get("replay")).hasValue(1);
  }

  @Test
  void aKeyBelongsToOneCallOfOneAgent() {
    // When
    call(keyed("k", ",\"a\":1"));

    // Then
    refused(call(keyed("k", ",\"a\":2")), ErrorCode.IDEMPOTENCY_KEY_CONFLICT);
    refused(
        call(Messages.route(upstream, "other", true, ""), "k"), ErrorCode.IDEMPOTENCY_KEY_CONFLICT);
    assertThat(isReplay(call(keyed("k", ",\"a\":1.0")))).as("the same number").isTrue();
    assertThat(
            isReplay(
                Await.result(start(loop, "bob", put, keyed("k", ",\"a\":2"), new Cancellation()))))
        .as("another agent's key")
        .isFalse();
    assertThat(executions).hasValue(2);
  }

  @Test
  void twoDifferentKeysInOneCallAreNone() {
    // Given
    String meta = ",\"_meta\":{\"io.leasegate/idempotency_key\":";

    // When, Then
    refused(call(keyed("k", "") + meta + "\"x\"}"), ErrorCode.IDEMPOTENCY_KEY_INVALID);
    refused(call("\"arguments\":{}" + meta + "7}"), ErrorCode.IDEMPOTENCY_KEY_INVALID);
    assertThat(isReplay(call(keyed("k", "") + meta + "\"k\"}"))).isFalse();
    assertThat(isReplay(call("\"arguments\":{}" + meta + "\"k\"}"))).isTrue();
    assertThat(isReplay(call(keyed("k", "") + meta + "null}"))).isTrue();
    assertThat(executions).hasValue(1);
  }

  @Test
  void anErrorIsReplayedAsTheSameError() {
    // Given
    upstream.answers(Messages.error(-32602));
    CallOutcome first = call(put, "k");

    // When
    CallOutcome again = call(put, "k");

    // Then
    RpcMessage one = answered(first).response();
    RpcMessage two = answered(again).response();
    assertThat(two.kind()).isEqualTo(RpcMessage.Kind.ERROR);
    assertThat(
            two.text(
                Objects.requireNonNull(two.error()).from(),
                Objects.requireNonNull(two.error()).to()))
        .isEqualTo(
            one.text(
                Objects.requireNonNull(one.error()).from(),
                Objects.requireNonNull(one.error()).to()));
  }

  @Test
  void anAnswerTooLargeToKeepIsStillNotRunAgain() {
    // Given
    upstream.answers(Messages.result("{\"content\":[],\"x\":\"" + "y".repeat(2_000) + "\"}"));
    call(put, "k");

    // When
    CallOutcome again = call(put, "k");

    // Then
    assertThat(isReplay(again)).isTrue();
    assertThat(result(again)).contains("too large to be kept").doesNotContain("yyy");
    assertThat(upstream.calls).hasSize(1);
  }

  @Test
  void aKeyWaitsForTheInputThatTheUpstreamAskedFor() {
    // Given
    Lease lease = fixture.open(ANN, Duration.ofHours(1), 5, "sim");
    upstream.answers(Messages.result("{\"resultType\":\"input_required\",\"requestState\":\"s\"}"));
    call(put, "k");

    // When
    CallOutcome without = call(put, "k");
    upstream.answers(Messages.result("{\"content\":[]}"));
    CallOutcome with =
        call(keyed("k", "") + ",\"requestState\":\"s\",\"inputResponses\":{\"a\":1}");

    // Then
    refused(without, ErrorCode.IDEMPOTENCY_IN_FLIGHT);
    assertThat(isReplay(with)).isFalse();
    assertThat(isReplay(call(put, "k"))).isTrue();
    assertThat(upstream.calls).hasSize(2);
    assertThat(used(lease)).isEqualTo(1);
  }

  @Test
  void aReplayNeedsALiveGrant() {
    // Given
    Lease lease = fixture.open(ANN, Duration.ofHours(1), 5, "sim");
    call(put, "k");

    // When
    now(fixture.stores.leases().revoke(ANN, lease.id()));

    // Then
    refused(call(put, "k"), ErrorCode.LEASE_REVOKED);
    assertThat(executions).hasValue(1);
  }
}
