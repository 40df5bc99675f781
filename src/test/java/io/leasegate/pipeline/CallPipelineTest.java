package io.leasegate.pipeline;

import static io.leasegate.grants.GrantFixture.ANN;
import static io.leasegate.grants.GrantFixture.now;
import static io.leasegate.grants.GrantFixture.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.core.error.ErrorCode;
import io.leasegate.core.error.Refusal;
import io.leasegate.core.grant.Grant;
import io.leasegate.core.lease.Lease;
import io.leasegate.grants.GrantFixture;
import io.leasegate.grants.Policies;
import io.leasegate.loop.Loop;
import io.leasegate.upstream.Cancellation;
import io.leasegate.upstream.UpstreamAnswer;
import io.leasegate.upstream.UpstreamCall;
import io.leasegate.upstream.catalogue.ToolRoute;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CallPipelineTest {

  private static final String POLICY =
      """
      limits: { deny: ["sim:call:denied"] }
      agents:
        ann:
          capabilities:
            - { match: "sim:call:asked", require: human_approval }
            - { match: "sim:call:bound", auto_approve: true, lease: required }
            - { match: "sim:call:small", auto_approve: true, when: { n: { max: 10 } } }
            - { match: "sim:call:{put,get,denied}", auto_approve: true }
            - { match: "sim:write:acme/*", auto_approve: true }
        none: { capabilities: [] }
        paced:
          limits: { call_rate: 2/m }
          capabilities: [ { match: "sim:call:*", auto_approve: true } ]
        keyed:
          require_idempotency_key: ["pu*"]
          capabilities: [ { match: "sim:call:*", auto_approve: true } ]
      """;

  private final Vertx vertx = Vertx.vertx();
  private final GrantFixture fixture = new GrantFixture(POLICY);
  private final Loop loop = new Loop(vertx, fixture.clock);
  private final ScriptedUpstream upstream =
      new ScriptedUpstream(
          "sim", call -> Future.succeededFuture(Messages.result("{\"content\":[]}")));
  private final List<CallOutcome> metered = new ArrayList<>();
  private final CallPipeline pipeline =
      Pipelines.over(
          fixture,
          fixture.stores.calls(),
          new KeyWaiters(loop),
          1 << 20,
          (call, outcome, nanos, upstreamNanos) -> metered.add(outcome));

  @AfterEach
  void close() {
    now(vertx.close());
  }

  private Future<CallOutcome> start(
      String agent, ToolRoute route, String arguments, Cancellation cancellation) {
    return pipeline.handle(
        new ToolCall(
            loop,
            new io.leasegate.core.call.Identity("acme", agent),
            "r",
            route,
            Messages.call(route.listedName(), arguments),
            false,
            null,
            Pipelines.NOBODY,
            cancellation));
  }

  private CallOutcome call(String agent, ToolRoute route, String arguments) {
    return now(start(agent, route, arguments, new Cancellation()));
  }

  private CallOutcome write(String tool) {
    return call("ann", Messages.route(upstream, tool, true, ""), "{}");
  }

  private CallOutcome read(String tool) {
    return call("ann", Messages.route(upstream, tool, false, ""), "{}");
  }

  private static Refusal refusal(CallOutcome outcome) {
    assertThat(outcome).isInstanceOf(CallOutcome.Refused.class);
    return ((CallOutcome.Refused) outcome).refusal();
  }

  private static ErrorCode refused(CallOutcome outcome) {
    return refusal(outcome).code();
  }

  private static String notice(CallOutcome outcome) {
    assertThat(outcome).isInstanceOf(CallOutcome.Answered.class);
    return Objects.requireNonNullElse(((CallOutcome.Answered) outcome).notice(), "");
  }

  private long used(Lease lease) {
    return Objects.requireNonNull(now(fixture.stores.grants().read(ANN)).leases().get(lease.id()))
        .budget()
        .orElseThrow()
        .writesUsed();
  }

  private Lease open(long writes) {
    return fixture.open(ANN, Duration.ofHours(1), writes, "sim");
  }

  @Test
  void aCallWithoutAGrantGetsOneWhereARuleAllowsIt() {
    // When
    CallOutcome outcome = write("put");
    CallOutcome again = write("put");

    // Then
    assertThat(outcome).isInstanceOf(CallOutcome.Answered.class);
    assertThat(again).isInstanceOf(CallOutcome.Answered.class);
    assertThat(now(fixture.stores.grants().read(ANN)).grants()).hasSize(1);
    assertThat(metered).containsExactly(outcome, again);
  }

  @Test
  void whatNoRuleAllowsIsRefusedWithWhatItNeeds() {
    // When
    Refusal noRule = refusal(write("unknown"));
    ErrorCode asked = refused(write("asked"));
    ErrorCode denied = refused(write("denied"));
    ErrorCode bound = refused(write("bound"));
    ErrorCode noPolicy = refused(call("stranger", Messages.route(upstream, "put", true, ""), "{}"));

    // Then
    assertThat(noRule.code()).isEqualTo(ErrorCode.NO_RULE);
    assertThat(noRule.capability()).isEqualTo("sim:call:unknown");
    assertThat(asked).isEqualTo(ErrorCode.NO_GRANT);
    assertThat(denied).isEqualTo(ErrorCode.CEILING_BLOCKED);
    assertThat(bound).isEqualTo(ErrorCode.LEASE_REQUIRED);
    assertThat(noPolicy).isEqualTo(ErrorCode.NO_POLICY);
    assertThat(upstream.calls).isEmpty();
    assertThat(now(fixture.stores.approvals().list(Optional.empty()))).isEmpty();
  }

  @Test
  void anImplicitGrantIsBoundToTheNewestLiveLeaseOverTheUpstream() {
    // Given
    open(5);
    fixture.clock.advanceMs(1);
    Lease newest = open(5);
    fixture.clock.advanceMs(1);
    fixture.open(ANN, Duration.ofHours(1), 5, "rec");

    // When
    CallOutcome outcome = write("bound");

    // Then
    assertThat(outcome).isInstanceOf(CallOutcome.Answered.class);
    assertThat(used(newest)).isEqualTo(1);
    UpstreamCall sent = upstream.calls.get(0);
    assertThat(sent.headers()).containsEntry("x-leasegate-fence", newest.id() + ":1");
    assertThat(sent.headers()).doesNotContainKey("x-leasegate-fence-resource");
    assertThat(sent.request().render(7).toString())
        .contains("\"io.leasegate/fence\":{\"lease_id\":\"" + newest.id() + "\",\"generation\":1}");
  }

  @Test
  void anUnboundCallIsNotFenced() {
    write("put");
    assertThat(upstream.calls.get(0).headers()).isEmpty();
    assertThat(upstream.calls.get(0).request().render(7).toString()).doesNotContain("fence");
  }

  @Test
  void afterTheEndOfWhatOneHadNothingComesByItself() {
    // Given
    Grant own = fixture.granted(request(ANN, "sim:call:put"));
    now(fixture.stores.grants().revoke(ANN, own.id()));
    assertThat(refused(write("put"))).isEqualTo(ErrorCode.GRANT_REVOKED);
    fixture.granted(request(ANN, "sim:call:put"));
    assertThat(write("put")).isInstanceOf(CallOutcome.Answered.class);

    // When: a lease that ends each way
    Lease revoked = open(5);
    fixture.granted(request(ANN, "sim:call:get", "5m", revoked));
    now(fixture.stores.leases().revoke(ANN, revoked.id()));

    // Then
    assertThat(refused(read("get"))).isEqualTo(ErrorCode.LEASE_REVOKED);
    assertThat(refused(write("bound")))
        .as("it never had a grant")
        .isEqualTo(ErrorCode.LEASE_REVOKED);
    fixture.granted(request(ANN, "sim:call:get"));
    assertThat(read("get"))
        .as("an explicit request helps")
        .isInstanceOf(CallOutcome.Answered.class);
    fixture.clock.advance(Duration.ofMinutes(15));
    assertThat(refused(read("get"))).isEqualTo(ErrorCode.GRANT_EXPIRED);
    fixture.clock.advance(Duration.ofHours(24));
    assertThat(read("get")).as("a day later").isInstanceOf(CallOutcome.Answered.class);
  }

  @Test
  void anExpiredLeaseIsSaidToBe() {
    // Given
    fixture.open(ANN, Duration.ofMinutes(1), 5, "sim");
    assertThat(write("put")).isInstanceOf(CallOutcome.Answered.class);

    // When
    fixture.clock.advance(Duration.ofMinutes(1));

    // Then
    assertThat(refused(write("put"))).isEqualTo(ErrorCode.LEASE_EXPIRED);
    assertThat(upstream.calls).hasSize(1);
  }

  @Test
  void anUnboundGrantThatExpiresIsReplacedByItself() {
    // Given
    write("put");

    // When
    fixture.clock.advance(Duration.ofMinutes(15));

    // Then
    assertThat(write("put")).isInstanceOf(CallOutcome.Answered.class);
  }

  @Test
  void aKilledAgentIsRefusedUntilItIsReleased() {
    // Given
    write("put");
    now(fixture.stores.grants().kill("acme", Optional.empty()));

    // When, Then
    assertThat(refused(write("put"))).isEqualTo(ErrorCode.KILLED);
    assertThat(refused(read("get"))).isEqualTo(ErrorCode.KILLED);
    assertThat(refused(write("denied"))).isEqualTo(ErrorCode.KILLED);
    now(fixture.stores.grants().release("acme", Optional.empty()));
    assertThat(refused(write("put"))).isEqualTo(ErrorCode.GRANT_REVOKED);
    assertThat(read("get")).isInstanceOf(CallOutcome.Answered.class);
  }

  @Test
  void aReloadedDenyEndsWhatALiveGrantCovers() {
    // Given
    write("put");

    // When
    fixture.policy = Policies.of(POLICY.replace("sim:call:denied\"]", "sim:call:pu*\"]"));

    // Then
    assertThat(refused(write("put"))).isEqualTo(ErrorCode.CEILING_BLOCKED);
    assertThat(upstream.calls).hasSize(1);
  }

  @Test
  void conditionsAreJudgedOnTheArgumentsOfEachCall() {
    // Given
    ToolRoute small = Messages.route(upstream, "small", true, "");

    // When, Then
    assertThat(call("ann", small, "{\"n\":11}")).isInstanceOf(CallOutcome.Refused.class);
    assertThat(call("ann", small, "{\"n\":10}")).isInstanceOf(CallOutcome.Answered.class);
    assertThat(call("ann", small, "{\"n\":10.5}"))
        .as("under a live grant")
        .isInstanceOf(CallOutcome.Refused.class);
    assertThat(call("ann", small, "{}")).isInstanceOf(CallOutcome.Refused.class);
    assertThat(upstream.calls).hasSize(1);
  }

  @Test
  void whatACallNeedsIsDerivedFromItsArguments() {
    // Given
    ToolRoute issue = Messages.route(upstream, "create", true, "sim:write:{owner}/{repo}");

    // When, Then
    assertThat(call("ann", issue, "{\"owner\":\"acme\",\"repo\":\"x\"}"))
        .isInstanceOf(CallOutcome.Answered.class);
    Refusal other = refusal(call("ann", issue, "{\"owner\":\"other\",\"repo\":\"x\"}"));
    assertThat(other.code()).isEqualTo(ErrorCode.NO_RULE);
    assertThat(other.capability()).isEqualTo("sim:write:other/x");
    Refusal star = refusal(call("ann", issue, "{\"owner\":\"*\",\"repo\":\"*\"}"));
    assertThat(star.code()).as("no glob comes out of arguments").isEqualTo(ErrorCode.NO_RULE);
    for (String arguments :
        List.of(
            "{\"owner\":\"acme\"}",
            "{\"owner\":7,\"repo\":\"x\"}",
            "{\"owner\":\"acme\",\"repo\":\"a:b\"}",
            "{\"owner\":null,\"repo\":\"x\"}")) {
      assertThat(call("ann", issue, arguments))
          .as(arguments)
          .isInstanceOf(CallOutcome.Misused.class);
    }
    assertThat(upstream.calls).hasSize(1);
  }

  static Stream<Arguments> answers() {
    return Stream.of(
        Arguments.of(Messages.result("{\"content\":[]}"), 1),
        Arguments.of(Messages.result("{\"content\":[],\"isError\":true}"), 1),
        Arguments.of(Messages.error(-32601), 0),
        Arguments.of(Messages.error(-32602), 1),
        Arguments.of(new UpstreamAnswer.NotSent(ErrorCode.CIRCUIT_OPEN, "is away", 5), 0),
        Arguments.of(new UpstreamAnswer.NotSent(ErrorCode.CONNECT_FAILED, "is away", 1), 0),
        Arguments.of(new UpstreamAnswer.Rejected(ErrorCode.UPSTREAM_BUSY, "is busy", 3), 0),
        Arguments.of(new UpstreamAnswer.Rejected(ErrorCode.UPSTREAM_UNAUTHORIZED, "no", 0), 0),
        Arguments.of(new UpstreamAnswer.OutcomeUnknown(ErrorCode.UPSTREAM_LOST, "is lost"), 1),
        Arguments.of(new UpstreamAnswer.OutcomeUnknown(ErrorCode.UPSTREAM_TIMEOUT, "slow"), 1),
        Arguments.of(new UpstreamAnswer.TooLarge(9), 1),
        Arguments.of(new UpstreamAnswer.Cancelled(), 1));
  }

  @ParameterizedTest
  @MethodSource("answers")
  void aWriteIsPaidUnlessItCertainlyDidNotRun(UpstreamAnswer answer, int paid) {
    // Given
    Lease lease = open(5);
    upstream.answers(answer);

    // When
    write("put");

    // Then
    assertThat(used(lease)).isEqualTo(paid);
  }

  @Test
  void readsCostNothingAndGoOnWhenTheBudgetIsSpent() {
    // Given
    Lease lease = open(1);
    write("put");

    // When, Then
    assertThat(refused(write("put"))).isEqualTo(ErrorCode.WRITE_BUDGET_EXHAUSTED);
    assertThat(read("get")).isInstanceOf(CallOutcome.Answered.class);
    assertThat(used(lease)).isEqualTo(1);
  }

  @Test
  void theNoticeComesBelowTheMarkAndNamesTheGrant() {
    // Given
    Grant grant = fixture.granted(request(ANN, "sim:call:get", "10m"));

    // When, Then
    fixture.clock.advance(Duration.ofMinutes(8));
    assertThat(notice(read("get"))).as("exactly 20 %").isEmpty();
    fixture.clock.advanceMs(1);
    assertThat(notice(read("get"))).contains(grant.id()).doesNotContain("\"lease\"");
    upstream.answers(Messages.result("{\"content\":[],\"isError\":true}"));
    assertThat(notice(read("get"))).isNotEmpty();
  }

  @Test
  void fewWritesOfTheLeaseCauseANoticeByThemselves() {
    // Given
    open(5);
    for (int i = 0; i < 4; i++) {
      assertThat(notice(write("put"))).as(4 - i + " left").isEmpty();
    }

    // When, Then
    assertThat(notice(write("put"))).contains("\"writes_left\":0");
    assertThat(notice(read("get"))).contains("\"writes_left\":0");
  }

  @Test
  void aWriteGivenBackWhileTheViewWasReplacedCausesNoNotice() {
    // Given
    open(5);
    for (int i = 0; i < 4; i++) {
      write("put");
    }
    upstream.script =
        call -> {
          fixture.granted(request(ANN, "sim:call:denied_not", "5m", open(1)));
          return Future.succeededFuture(Messages.error(-32601));
        };
    fixture.policy = Policies.of(POLICY.replace("{put,get,denied}", "{put,get,denied_not}"));

    // When
    CallOutcome givenBack = write("put");

    // Then
    assertThat(notice(givenBack)).isEmpty();
  }

  @Test
  void theEndOfTheLeaseCausesANotice() {
    // Given
    fixture.open(ANN, Duration.ofMinutes(10), 9, "sim");
    read("get");

    // When
    fixture.clock.advance(Duration.ofMinutes(8).plusMillis(1));

    // Then
    assertThat(notice(read("get"))).contains("\"remaining_s\":119").contains("\"writes_left\":9");
  }

  @Test
  void aRenewalWhileTheCallRunsCounts() {
    // Given
    Lease lease = open(9);
    Grant grant = fixture.granted(request(ANN, "sim:call:get", "10m", lease));
    fixture.clock.advance(Duration.ofMinutes(9));
    Promise<UpstreamAnswer> answer = Promise.promise();
    upstream.script = call -> answer.future();
    Future<CallOutcome> running =
        start("ann", Messages.route(upstream, "get", false, ""), "{}", new Cancellation());

    // When
    now(fixture.stores.grants().renew(ANN, grant.id(), 3_600_000));
    answer.complete(Messages.result("{\"content\":[]}"));

    // Then
    assertThat(notice(now(running))).isEmpty();
  }

  @Test
  void aCallThatBeganBeforeTheRevokeIsDelivered() {
    // Given
    Promise<UpstreamAnswer> answer = Promise.promise();
    upstream.script = call -> answer.future();
    Lease lease = open(9);
    Future<CallOutcome> running =
        start("ann", Messages.route(upstream, "put", true, ""), "{}", new Cancellation());

    // When
    now(fixture.stores.leases().revoke(ANN, lease.id()));
    answer.complete(Messages.result("{\"content\":[]}"));

    // Then
    assertThat(now(running)).isInstanceOf(CallOutcome.Answered.class);
    assertThat(used(lease)).isEqualTo(1);
  }

  @Test
  void aRequiredKeyIsAskedForAndReadsNeedNone() {
    // When
    ErrorCode required = refused(call("keyed", Messages.route(upstream, "put", true, ""), "{}"));
    ErrorCode empty =
        refused(
            call(
                "keyed",
                Messages.route(upstream, "put", true, ""),
                "{\"_sg_idempotency_key\":\"\"}"));
    CallOutcome keyed =
        call("keyed", Messages.route(upstream, "put", true, ""), "{\"_sg_idempotency_key\":\"k\"}");
    CallOutcome aRead = call("keyed", Messages.route(upstream, "pull", false, ""), "{}");

    // Then
    assertThat(required).isEqualTo(ErrorCode.IDEMPOTENCY_KEY_REQUIRED);
    assertThat(empty).isEqualTo(ErrorCode.IDEMPOTENCY_KEY_REQUIRED);
    assertThat(keyed).isInstanceOf(CallOutcome.Answered.class);
    assertThat(aRead).isInstanceOf(CallOutcome.Answered.class);
  }

  @Test
  void aCallOfOneWhoLeftIsPaidAndEndsWithoutAnAnswer() {
    // Given
    Lease lease = open(9);
    Cancellation cancellation = new Cancellation();
    upstream.script =
        call -> {
          Promise<UpstreamAnswer> answer = Promise.promise();
          call.cancellation().onCancel(() -> answer.complete(new UpstreamAnswer.Cancelled()));
          return answer.future();
        };
    Future<CallOutcome> running =
        start("ann", Messages.route(upstream, "put", true, ""), "{}", cancellation);

    // When
    cancellation.cancel();

    // Then
    assertThat(now(running)).isInstanceOf(CallOutcome.Cancelled.class);
    assertThat(used(lease)).isEqualTo(1);
  }

  @Test
  void callsBeyondTheRateAreToldWhenToComeAgain() {
    // Given
    ToolRoute get = Messages.route(upstream, "get", false, "");
    call("paced", get, "{}");
    fixture.clock.advance(Duration.ofSeconds(20));
    call("paced", get, "{}");

    // When
    Refusal third = refusal(call("paced", get, "{}"));

    // Then
    assertThat(third.code()).isEqualTo(ErrorCode.CALL_RATE_LIMITED);
    assertThat(third.retryAfterS()).isEqualTo(40);
    fixture.clock.advance(Duration.ofSeconds(40));
    assertThat(call("paced", get, "{}")).isInstanceOf(CallOutcome.Answered.class);
    assertThat(read("get")).as("no limit for others").isInstanceOf(CallOutcome.Answered.class);
  }
}
