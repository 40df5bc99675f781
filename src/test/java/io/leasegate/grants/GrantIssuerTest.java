package io.leasegate.grants;

import static io.leasegate.grants.GrantFixture.ANN;
import static io.leasegate.grants.GrantFixture.BOB;
import static io.leasegate.grants.GrantFixture.T0;
import static io.leasegate.grants.GrantFixture.now;
import static io.leasegate.grants.GrantFixture.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.core.call.Identity;
import io.leasegate.core.error.ErrorCode;
import io.leasegate.core.grant.Grant;
import io.leasegate.core.grant.GrantOrigin;
import io.leasegate.core.lease.Lease;
import io.leasegate.store.AgentRecords;
import io.leasegate.store.GrantDraft;
import io.leasegate.store.GrantStore;
import io.leasegate.store.IssueResult;
import io.vertx.core.Future;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class GrantIssuerTest {

  private static final String POLICY =
      """
      limits: { max_ttl: 1h, deny: ["vault:*:*", "sim:call:headers"], rate_limit: 20/m }
      agents:
        "*":
          default_ttl: 10m
          capabilities:
            - { match: "sim:call:create_issue", require: human_approval }
            - { match: "rec:call:put", auto_approve: true, lease: required }
            - { match: "sim:call:**", auto_approve: true }
            - { match: "rec:call:*", auto_approve: true }
      """;

  private final GrantFixture fixture = new GrantFixture(POLICY);

  private ErrorCode denied(CapabilityRequest request) {
    RequestOutcome outcome = fixture.ask(request);
    assertThat(outcome).isInstanceOf(RequestOutcome.Denied.class);
    return ((RequestOutcome.Denied) outcome).code();
  }

  private void kill() {
    now(fixture.stores.grants().kill("acme", Optional.of("ann")));
  }

  @Test
  void theReasonsComeInTheirOrder() {
    // Given: a request that is wrong in every way, whose faults go one by one
    Lease revoked = fixture.open(ANN, Duration.ofHours(1), 5, "rec");
    now(fixture.stores.leases().revoke(ANN, revoked.id()));
    kill();

    // When, Then
    assertThat(denied(request(ANN, "vault:a:b", "nonsense", revoked))).isEqualTo(ErrorCode.KILLED);
    now(fixture.stores.grants().release("acme", Optional.of("ann")));
    assertThat(denied(request(ANN, "vault:a:b", "nonsense", revoked)))
        .isEqualTo(ErrorCode.CEILING_BLOCKED);
    assertThat(denied(request(ANN, "sim:call:a", "nonsense", revoked)))
        .isEqualTo(ErrorCode.INVALID_TTL);
    assertThat(denied(request(ANN, "other:call:a", "5m", revoked)))
        .isEqualTo(ErrorCode.LEASE_REVOKED);
    assertThat(denied(request(ANN, "other:call:a", "5m"))).isEqualTo(ErrorCode.NO_RULE);
    for (int i = 5; i < 20; i++) {
      fixture.ask(request(ANN, "other:call:a"));
    }
    kill();
    assertThat(denied(request(ANN, "vault:a:b", "nonsense", revoked)))
        .isEqualTo(ErrorCode.CAPABILITY_RATE_LIMITED);
    assertThat(fixture.ask(request(BOB, "sim:call:a"))).isInstanceOf(RequestOutcome.Granted.class);
  }

  @Test
  void aHeldGrantAnswersBeforeLeaseAndRules() {
    // Given
    Grant held = fixture.granted(request(ANN, "sim:call:e*"));
    Lease lease = fixture.open(ANN, Duration.ofHours(1), 5, "sim");

    // When
    RequestOutcome plain = fixture.ask(request(ANN, "sim:call:echo"));
    RequestOutcome bound = fixture.ask(request(ANN, "sim:call:echo", "5m", lease));

    // Then
    RequestOutcome.Granted answer = (RequestOutcome.Granted) plain;
    assertThat(answer.existing()).isTrue();
    assertThat(answer.grant()).isEqualTo(held);
    assertThat(answer.note()).isEmpty();
    assertThat(((RequestOutcome.Granted) bound).grant()).isEqualTo(held);
    assertThat(((RequestOutcome.Granted) bound).note().orElseThrow()).contains("not bound");
  }

  @Test
  void aHeldGrantUnderTheLeaseAskedForHasNoNote() {
    // Given
    Lease one = fixture.open(ANN, Duration.ofHours(1), 5, "sim");
    Lease other = fixture.open(ANN, Duration.ofHours(1), 5, "sim");
    fixture.granted(request(ANN, "sim:call:echo", "5m", one));

    // When
    var same = (RequestOutcome.Granted) fixture.ask(request(ANN, "sim:call:echo", "5m", one));
    var another = (RequestOutcome.Granted) fixture.ask(request(ANN, "sim:call:echo", "5m", other));

    // Then
    assertThat(same.note()).isEmpty();
    assertThat(another.note().orElseThrow()).contains(one.id());
  }

  @Test
  void anUnboundGrantDoesNotAnswerForARuleThatNeedsALease() {
    // Given
    fixture.granted(request(ANN, "rec:call:get"));
    Lease lease = fixture.open(ANN, Duration.ofHours(1), 5, "rec");

    // When, Then
    assertThat(denied(request(ANN, "rec:call:put"))).isEqualTo(ErrorCode.LEASE_REQUIRED);
    Grant bound = fixture.granted(request(ANN, "rec:call:put", "5m", lease));
    assertThat(bound.lease().orElseThrow().leaseId()).isEqualTo(lease.id());
    assertThat(fixture.granted(request(ANN, "rec:call:put"))).isEqualTo(bound);
  }

  @Test
  void leasesThatDoNotServeAreRefusedWithTheirReason() {
    // Given
    Lease theirs = fixture.open(BOB, Duration.ofHours(1), 5, "sim");
    Lease narrow = fixture.open(ANN, Duration.ofMinutes(1), 5, "rec");

    // When, Then
    assertThat(denied(request(ANN, "sim:call:a", "5m", theirs)))
        .isEqualTo(ErrorCode.LEASE_NOT_FOUND);
    assertThat(denied(request(ANN, "sim:call:a", "5m", narrow)))
        .isEqualTo(ErrorCode.UPSTREAM_OUT_OF_SCOPE);
    assertThat(fixture.granted(request(ANN, "rec:call:a", "5m", narrow)).expiresAt())
        .isEqualTo(T0 + 60_000);
    fixture.clock.advance(Duration.ofMinutes(1));
    assertThat(denied(request(ANN, "rec:call:b", "5m", narrow))).isEqualTo(ErrorCode.LEASE_EXPIRED);
  }

  @Test
  void whatAnOperatorRevokedIsAskedOfAHumanUntilItsEnd() {
    // Given
    Grant grant = fixture.granted(request(ANN, "sim:call:e*"));
    now(fixture.stores.grants().revokeByOperator("acme", grant.id()));
    Lease lease = fixture.open(ANN, Duration.ofHours(1), 5, "sim");

    // When
    RequestOutcome narrow = fixture.ask(request(ANN, "sim:call:echo"));
    RequestOutcome wide = fixture.ask(request(ANN, "sim:call:?cho", "5m"));
    RequestOutcome bound = fixture.ask(request(ANN, "sim:call:echo", "5m", lease));
    RequestOutcome apart = fixture.ask(request(ANN, "sim:call:add"));

    // Then
    assertThat(narrow).isInstanceOf(RequestOutcome.Pending.class);
    assertThat(wide).isInstanceOf(RequestOutcome.Pending.class);
    assertThat(bound).isInstanceOf(RequestOutcome.Pending.class);
    assertThat(apart).isInstanceOf(RequestOutcome.Granted.class);
    String id = ((RequestOutcome.Pending) narrow).approval().id();
    now(fixture.stores.approvals().approve(id, "g-human"));
    assertThat(fixture.granted(request(ANN, "sim:call:echo")).id()).isEqualTo("g-human");
    fixture.clock.advance(Duration.ofMinutes(10));
    assertThat(fixture.ask(request(ANN, "sim:call:echo")))
        .isInstanceOf(RequestOutcome.Granted.class);
  }

  @Test
  void theSameOpenRequestUnderALeaseThatEndsSoonIsOneApproval() {
    // Given
    Lease lease = fixture.open(ANN, Duration.ofMinutes(5), 5, "sim");
    CapabilityRequest request = request(ANN, "sim:call:create_issue", "10m", lease);

    // When
    var first = (RequestOutcome.Pending) fixture.ask(request);
    fixture.clock.advanceMs(7);
    var second = (RequestOutcome.Pending) fixture.ask(request);

    // Then
    assertThat(second.approval().id()).isEqualTo(first.approval().id());
    now(fixture.stores.approvals().approve(first.approval().id(), "g-human"));
    assertThat(fixture.granted(request).expiresAt()).isEqualTo(lease.times().endsAt());
  }

  @Test
  void implicitRequestsQueueNothingAndHaveTenTimesTheRate() {
    // Given
    CapabilityRequest implicit = implicit("sim:call:create_issue");

    // When, Then
    for (int i = 0; i < 200; i++) {
      assertThat(denied(implicit)).isEqualTo(ErrorCode.NO_GRANT);
    }
    assertThat(denied(implicit)).isEqualTo(ErrorCode.CAPABILITY_RATE_LIMITED);
    assertThat(now(fixture.stores.approvals().list(Optional.empty()))).isEmpty();
    assertThat(fixture.ask(request(ANN, "sim:call:create_issue")))
        .isInstanceOf(RequestOutcome.Pending.class);
  }

  private static CapabilityRequest implicit(String capability) {
    CapabilityRequest plain = request(ANN, capability);
    return new CapabilityRequest(
        plain.identity(),
        plain.capability(),
        Optional.empty(),
        Optional.empty(),
        OptionalLong.empty(),
        "implicit",
        GrantOrigin.IMPLICIT,
        Optional.empty());
  }

  @Test
  void aGrantThatNoToolNeedsSaysSo() {
    var granted = (RequestOutcome.Granted) fixture.ask(request(ANN, "sim:call:nobody"));
    assertThat(granted.note()).contains("useless");
  }

  @Test
  void asManyGrantsAsMayBeIsOverloaded() {
    // Given
    GrantFixture small = new GrantFixture(POLICY, 2);
    small.granted(request(ANN, "sim:call:a"));
    small.granted(request(ANN, "sim:call:b"));

    // When
    RequestOutcome third = small.ask(request(ANN, "sim:call:c"));

    // Then
    assertThat(((RequestOutcome.Denied) third).code()).isEqualTo(ErrorCode.OVERLOADED);
  }

  @Test
  void aDecisionThatIsAlwaysOvertakenGivesUpAfterFiveTries() {
    // Given
    AtomicInteger tries = new AtomicInteger();
    GrantIssuer overtaken =
        new GrantIssuer(
            overtaken(tries),
            fixture.stores.approvals(),
            fixture.cache,
            () -> fixture.policy,
            fixture::id,
            (identity, glob) -> Optional.empty());

    // When
    RequestOutcome outcome = now(overtaken.request(request(ANN, "sim:call:a")));

    // Then
    assertThat(((RequestOutcome.Denied) outcome).code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
    assertThat(tries).hasValue(5);
  }

  /** A store in which something always changes between the decision and the issue. */
  private GrantStore overtaken(AtomicInteger tries) {
    GrantStore real = fixture.stores.grants();
    return (GrantStore)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {GrantStore.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("issue")) {
                tries.incrementAndGet();
                AgentRecords records = now(real.read((Identity) arguments[0]));
                assertThat(arguments[2]).isInstanceOf(GrantDraft.class);
                return Future.succeededFuture(new IssueResult.Changed(records));
              }
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException e) {
                throw Objects.requireNonNull(e.getCause());
              }
            });
  }

  @Test
  void viewsFollowEveryChange() {
    // Given
    Grant grant = fixture.granted(request(ANN, "sim:call:a"));
    assertThat(live()).containsExactly(grant);

    // When, Then
    now(fixture.stores.grants().revoke(ANN, grant.id()));
    assertThat(live()).isEmpty();
    Grant next = fixture.granted(request(ANN, "sim:call:b"));
    assertThat(live()).containsExactly(next);
    fixture.clock.advance(Duration.ofMinutes(10));
    assertThat(live()).isEmpty();
  }

  private List<Grant> live() {
    AgentView view = now(fixture.cache.get(ANN));
    return view.live(view.storeTime(fixture.clock.nanoTime()));
  }

  @Test
  void aViewReadWhileTheWorkspaceWasKilledIsGoneWithTheRelease() {
    // Given
    now(fixture.stores.grants().kill("acme", Optional.empty()));
    assertThat(now(fixture.cache.get(BOB)).records().killed()).isTrue();

    // When
    now(fixture.stores.grants().release("acme", Optional.empty()));

    // Then
    assertThat(now(fixture.cache.get(BOB)).records().killed()).isFalse();
  }

  @Test
  void ofSeveralTheBoundThenTheLongestThenTheOldestServes() {
    // Given
    Grant oldShort = fixture.granted(request(ANN, "sim:call:e*", "5m"));
    fixture.clock.advanceMs(1);
    Grant wide = fixture.granted(request(ANN, "sim:call:{echo,add}", "9m"));
    Grant wider = fixture.granted(request(ANN, "sim:call:{echo,fail}", "9m"));
    Lease lease = fixture.open(ANN, Duration.ofMinutes(2), 5, "sim");
    Grant bound = fixture.granted(request(ANN, "sim:call:{echo,slow}", "1m", lease));

    // When
    AgentView view = now(fixture.cache.get(ANN));
    List<Grant> order =
        view.liveCovering(request(ANN, "sim:call:echo").capability(), view.records().storeNow());

    // Then
    assertThat(order).containsExactly(bound, wide, wider, oldShort);
  }
}
