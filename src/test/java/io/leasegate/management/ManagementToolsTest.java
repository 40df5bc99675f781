package io.leasegate.management;

import static io.leasegate.grants.GrantFixture.ANN;
import static io.leasegate.grants.GrantFixture.BOB;
import static io.leasegate.grants.GrantFixture.now;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.leasegate.core.call.Identity;
import io.leasegate.core.idempotency.KeptAnswer;
import io.leasegate.core.idempotency.KeyOutcome;
import io.leasegate.grants.GrantFixture;
import io.leasegate.grants.Policies;
import io.leasegate.loop.Loop;
import io.leasegate.pipeline.Messages;
import io.leasegate.pipeline.ScriptedUpstream;
import io.leasegate.store.CallStore;
import io.leasegate.upstream.UpstreamAnswer;
import io.leasegate.upstream.catalogue.Catalogue;
import io.leasegate.upstream.catalogue.ToolRoute;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ManagementToolsTest {

  private static final String POLICY =
      """
      limits: { max_ttl: 1h, deny: ["vault:*:*"], rate_limit: 30/m, max_lease_total: 1h }
      agents:
        "*":
          default_ttl: 10m
          lease: { max_writes: 500 }
          capabilities:
            - { match: "sim:call:create_issue", require: human_approval }
            - { match: "rec:call:put", auto_approve: true, lease: required }
            - { match: "sim:call:small", auto_approve: true, when: { n: { max: 10 } } }
            - { match: "sim:call:**", auto_approve: true }
        bob: { limits: { deny: ["sim:call:secret"] }, capabilities: [] }
      """;

  private final Vertx vertx = Vertx.vertx();
  private final GrantFixture fixture = new GrantFixture(POLICY);
  private final Loop loop = new Loop(vertx, fixture.clock);
  private final ScriptedUpstream sim =
      new ScriptedUpstream("sim", call -> Future.succeededFuture(new UpstreamAnswer.Cancelled()));
  private final ToolRoute small = Messages.route(sim, "small", true, "");
  private final ToolRoute mapped = Messages.route(sim, "mapped", true, "sim:write:{owner}");
  private final ManagementTools tools =
      new ManagementToolSet(
              fixture.issuer,
              fixture.stores.grants(),
              fixture.stores.leases(),
              fixture.stores.approvals(),
              fixture.stores.audit(),
              fixture.cache,
              () -> fixture.policy,
              () ->
                  new Catalogue(
                      List.of(small, mapped),
                      Map.of("sim__small", small, "sim__mapped", mapped),
                      Map.of(),
                      List.of()),
              () -> List.of(sim),
              () -> Set.of("sim", "rec"),
              fixture::id,
              Duration.ofHours(4),
              List.of("scopegate_*"))
          .make();

  @AfterEach
  void close() {
    now(vertx.close());
  }

  private ToolReply call(Identity identity, String tool, String arguments) {
    return now(tools.call(loop, identity, "scopegate_" + tool, Messages.call(tool, arguments)));
  }

  private JsonNode ask(Identity identity, String tool, String arguments) {
    ToolReply reply = call(identity, tool, arguments);
    assertThat(reply).isInstanceOf(ToolReply.Answer.class);
    return ((ToolReply.Answer) reply).object();
  }

  private JsonNode ask(String tool, String arguments) {
    return ask(ANN, tool, arguments);
  }

  private String misuse(Identity identity, String tool, String arguments) {
    ToolReply reply = call(identity, tool, arguments);
    assertThat(reply).isInstanceOf(ToolReply.Misuse.class);
    return ((ToolReply.Misuse) reply).what();
  }

  private JsonNode request(String capability) {
    return ask("request_capability", "{\"capability\":\"" + capability + "\",\"reason\":\"x\"}");
  }

  private JsonNode request(String capability, JsonNode lease) {
    return ask(
        "request_capability",
        "{\"capability\":\""
            + capability
            + "\",\"reason\":\"x\",\"lease_id\":\""
            + lease.path("lease_id").asText()
            + "\"}");
  }

  private JsonNode open() {
    return ask("open_task_lease", "{\"goal\":\"g\",\"upstreams\":[]}");
  }

  private JsonNode delegate(String capability, String to, String more) {
    return ask(
        "delegate",
        "{\"capability\":\""
            + capability
            + "\",\"to_agent\":\""
            + to
            + "\",\"reason\":\"x\""
            + more
            + "}");
  }

  private JsonNode list(Identity identity) {
    return ask(identity, "list_capabilities", "{}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "request_capability | {} | capability",
        "request_capability | {\"capability\":\"sim:call:a\"} | reason",
        "request_capability | {\"capability\":7,\"reason\":\"x\"} | capability must be a string",
        "request_capability | {\"capability\":\"sim:call\",\"reason\":\"x\"} | capability",
        "request_capability | {\"capability\":\"a:b:c\",\"reason\":\"x\",\"colour\":1} | colour",
        "request_capability | {\"capability\":\"a:b:c\",\"reason\":\"x\",\"ttl\":5} | ttl",
        "request_capabilities | {} | requests",
        "request_capabilities | {\"requests\":[]} | 1 to 20",
        "request_capabilities | {\"requests\":[{\"capability\":\"a:b:c\"}]} | requests[0]",
        "request_capabilities | {\"requests\":[\"x\"]} | requests[0]",
        "open_task_lease | {\"upstreams\":[]} | goal",
        "open_task_lease | {\"goal\":\"g\"} | upstreams",
        "open_task_lease | {\"goal\":\" \",\"upstreams\":[]} | goal",
        "open_task_lease | {\"goal\":\"g\",\"upstreams\":[\"nowhere\"]} | nowhere",
        "open_task_lease | {\"goal\":\"g\",\"upstreams\":[],\"max_total\":\"2d\"} | max_total",
        "open_task_lease | {\"goal\":\"g\",\"upstreams\":[],\"max_writes\":-1} | max_writes",
        "open_task_lease | {\"goal\":\"g\",\"upstreams\":[],\"max_writes\":1.5} | max_writes",
        "renew_capability | {} | grant_id",
        "renew_capability | {\"grant_id\":\"g-none\"} | g-none",
        "revoke_capability | {} | grant_id or lease_id",
        "revoke_capability | {\"grant_id\":\"a\",\"lease_id\":\"b\"} | grant_id or lease_id",
        "delegate | {\"capability\":\"a:b:c\",\"reason\":\"x\"} | to_agent",
        "delegate | {\"capability\":\"a:b:c\",\"reason\":\"x\",\"to_agent\":\"a b\"} | to_agent",
        "delegate | {\"capability\":\"a:b:c\",\"reason\":\"x\",\"to_agent\":\"ann\"} | another",
        "can_i | {} | capability",
        "can_i | {\"tool\":\"sim__none\"} | sim__none",
        "can_i | {\"tool\":\"sim__mapped\",\"args\":{}} | owner",
        "list_capabilities | {\"all\":true} | all",
        "policy_summary | {\"all\":true} | all",
        "upstream_health | {\"all\":true} | all",
      })
  void misuseNamesWhatIsWrong(String tool, String arguments, String named) {
    assertThat(misuse(ANN, tool, arguments)).contains(named);
    assertThat(list(ANN).path("active_grants")).isEmpty();
    assertThat(list(ANN).path("leases")).isEmpty();
  }

  @Test
  void aRequestIsGrantedPendingOrDenied() {
    // When
    JsonNode granted = request("sim:call:echo");
    JsonNode pending = request("sim:call:create_issue");
    JsonNode again = request("sim:call:create_issue");
    JsonNode blocked = request("*:read:x");
    JsonNode noRule = request("rec:call:get");

    // Then
    assertThat(granted.path("granted").asBoolean()).isTrue();
    assertThat(granted.path("expires_in_seconds").asLong()).isEqualTo(600);
    assertThat(granted.path("renewable").asBoolean(true)).isFalse();
    assertThat(granted.has("lease_id")).isFalse();
    assertThat(pending.path("status").asText()).isEqualTo("pending_human_approval");
    assertThat(again.path("approval_id")).isEqualTo(pending.path("approval_id"));
    assertThat(blocked.path("code").asText()).isEqualTo("ceiling_blocked");
    assertThat(blocked.path("detail").path("deny").asText()).isEqualTo("vault:*:*");
    assertThat(blocked.path("detail").path("witness").asText()).startsWith("vault:read:x");
    assertThat(noRule.path("code").asText()).isEqualTo("no_rule");
    assertThat(noRule.path("next_step").asText()).isNotBlank();
  }

  @Test
  void aReasonHasABound() {
    String reason = "x".repeat(2_001);
    assertThat(
            misuse(
                ANN,
                "request_capability",
                "{\"capability\":\"sim:call:a\",\"reason\":\"" + reason + "\"}"))
        .contains("reason");
  }

  @Test
  void severalRequestsAreAnsweredInOrderAndNoneWhenOneIsWrong() {
    // Given
    String one = "{\"capability\":\"sim:call:a\",\"reason\":\"x\"}";
    String denied = "{\"capability\":\"vault:a:b\",\"reason\":\"x\"}";
    String malformed = "{\"capability\":\"sim:{call:a\",\"reason\":\"x\"}";

    // When, Then
    assertThat(
            misuse(ANN, "request_capabilities", "{\"requests\":[" + one + "," + malformed + "]}"))
        .contains("requests[1]");
    assertThat(
            misuse(
                ANN,
                "request_capabilities",
                "{\"requests\":["
                    + String.join(",", java.util.Collections.nCopies(21, one))
                    + "]}"))
        .contains("21");
    assertThat(list(ANN).path("active_grants")).isEmpty();
    JsonNode results =
        ask("request_capabilities", "{\"requests\":[" + denied + "," + one + "," + denied + "]}")
            .path("results");
    assertThat(results)
        .extracting(it -> it.path("granted").asBoolean())
        .containsExactly(false, true, false);
  }

  @Test
  void leasesAreClampedAndListedUntilTheirDeadline() {
    // When
    JsonNode lease =
        ask(
            "open_task_lease",
            "{\"goal\":\"g\",\"upstreams\":[\"sim\",\"sim\"],\"max_total\":\"9h\","
                + "\"max_writes\":5000000000}");
    JsonNode plain = open();

    // Then
    assertThat(lease.path("total_ms").asLong()).isEqualTo(3_600_000);
    assertThat(lease.path("max_writes").asLong()).isEqualTo(500);
    assertThat(lease.path("upstreams")).hasSize(1);
    assertThat(plain.path("max_writes").asLong()).isEqualTo(200);
    ask("revoke_capability", "{\"lease_id\":\"" + plain.path("lease_id").asText() + "\"}");
    assertThat(list(ANN).path("leases"))
        .extracting(it -> it.path("status").asText())
        .containsExactly("active", "revoked");
    assertThat(list(BOB).path("leases")).isEmpty();
    fixture.clock.advance(Duration.ofHours(1));
    assertThat(list(ANN).path("leases")).isEmpty();
  }

  @Test
  void renewalSaysTheNewWindowOrWhyNot() {
    // Given
    JsonNode bound = request("sim:call:a", open());
    JsonNode loose = request("sim:call:b");
    fixture.clock.advance(Duration.ofMinutes(9));

    // When
    JsonNode renewed = ask("renew_capability", id(bound));
    String notBound = misuse(ANN, "renew_capability", id(loose));
    String foreign = misuse(BOB, "renew_capability", id(bound));
    String unknown = misuse(BOB, "renew_capability", "{\"grant_id\":\"g-none\"}");

    // Then
    assertThat(renewed.path("renewed").asBoolean()).isTrue();
    assertThat(renewed.path("expires_in_seconds").asLong()).isEqualTo(600);
    assertThat(renewed.path("lease_id")).isEqualTo(bound.path("lease_id"));
    assertThat(notBound).contains("not bound to a lease");
    assertThat(foreign.replace(bound.path("grant_id").asText(), "g-none")).isEqualTo(unknown);
  }

  private static String id(JsonNode grant) {
    return "{\"grant_id\":\"" + grant.path("grant_id").asText() + "\"}";
  }

  @Test
  void revokingOthersIsLikeRevokingNothing() {
    // Given
    JsonNode grant = request("sim:call:a");
    JsonNode lease = open();
    String leaseId = lease.path("lease_id").asText();

    // When
    String foreign = misuse(BOB, "revoke_capability", id(grant));
    String unknown = misuse(BOB, "revoke_capability", "{\"grant_id\":\"g-none\"}");
    String foreignLease = misuse(BOB, "revoke_capability", "{\"lease_id\":\"" + leaseId + "\"}");
    String unknownLease = misuse(BOB, "revoke_capability", "{\"lease_id\":\"l-none\"}");

    // Then
    assertThat(foreign.replace(grant.path("grant_id").asText(), "g-none")).isEqualTo(unknown);
    assertThat(foreignLease.replace(leaseId, "l-none")).isEqualTo(unknownLease);
    assertThat(ask("revoke_capability", id(grant)).path("grants_revoked").asInt()).isEqualTo(1);
    assertThat(misuse(ANN, "revoke_capability", id(grant))).contains("live grant");
  }

  @Test
  void whatIsHeldCanBePassedOnOnceAndNoLonger() {
    // Given
    JsonNode parent = request("sim:call:*", open());

    // When
    JsonNode child = delegate("sim:call:echo", "cid", ",\"ttl\":\"59m\"");
    Identity cid = new Identity("acme", "cid");
    JsonNode further =
        ask(
            cid,
            "delegate",
            "{\"capability\":\"sim:call:echo\",\"to_agent\":\"dot\",\"reason\":\"x\"}");

    // Then
    assertThat(child.path("granted").asBoolean()).isTrue();
    assertThat(child.path("parent_grant_id")).isEqualTo(parent.path("grant_id"));
    assertThat(child.path("to_agent").asText()).isEqualTo("cid");
    assertThat(child.path("expires_in_seconds").asLong()).isEqualTo(600);
    assertThat(child.path("lease_id")).isEqualTo(parent.path("lease_id"));
    assertThat(further.path("code").asText()).isEqualTo("no_grant");
    assertThat(delegate("rec:call:get", "cid", "").path("code").asText()).isEqualTo("no_grant");
    assertThat(delegate("sim:call:a", "cid", ",\"ttl\":\"0s\"").path("code").asText())
        .isEqualTo("invalid_ttl");
    assertThat(ask("revoke_capability", id(parent)).path("grants_revoked").asInt()).isEqualTo(2);
    assertThat(list(cid).path("active_grants")).isEmpty();
  }

  @Test
  void passingOnIsNoWayAroundDenyGlobsAndTheKillSwitch() {
    // Given
    request("sim:call:*");
    Identity cid = new Identity("acme", "cid");
    JsonNode theirs = delegate("sim:call:echo", "cid", "");
    now(fixture.stores.grants().revokeByOperator("acme", theirs.path("grant_id").asText()));

    // When, Then
    assertThat(delegate("sim:call:secret", "bob", "").path("code").asText())
        .isEqualTo("ceiling_blocked");
    assertThat(delegate("sim:call:echo", "cid", "").path("code").asText()).isEqualTo("killed");
    assertThat(delegate("sim:call:add", "cid", "").path("granted").asBoolean()).isTrue();
    now(fixture.stores.grants().kill("acme", Optional.of("cid")));
    assertThat(delegate("sim:call:a", "cid", "").path("code").asText()).isEqualTo("killed");
    assertThat(list(cid).path("active_grants")).isEmpty();
    fixture.policy =
        Policies.of(POLICY.replace("\"vault:*:*\"", "\"vault:*:*\", \"sim:call:add\""));
    assertThat(delegate("sim:call:add", "dot", "").path("code").asText())
        .as("denied to the giver by now")
        .isEqualTo("ceiling_blocked");
  }

  @Test
  void askingWhatWouldBeChangesNothing() {
    // Given
    long revision = now(fixture.stores.grants().read(ANN)).revision();

    // When
    for (int i = 0; i < 40; i++) {
      assertThat(can("\"capability\":\"sim:call:echo\"")).isEqualTo("allow");
    }
    String asks = can("\"capability\":\"sim:call:create_issue\"");
    String denies = can("\"capability\":\"vault:a:b\"");

    // Then
    assertThat(asks).isEqualTo("needs_approval");
    assertThat(denies).isEqualTo("deny");
    assertThat(now(fixture.stores.grants().read(ANN)).revision()).isEqualTo(revision);
    assertThat(now(fixture.stores.approvals().list(Optional.empty()))).isEmpty();
    assertThat(request("sim:call:echo").path("granted").asBoolean()).as("not counted").isTrue();
  }

  private String can(String arguments) {
    return ask("can_i", "{" + arguments + "}").path("decision").asText();
  }

  @Test
  void aHeldGrantAnswersOnlyWhereItServes() {
    // Given
    JsonNode held = request("sim:call:{small,echo}");
    JsonNode narrow = request("sim:call:small");

    // When, Then
    JsonNode covered = ask("can_i", "{\"capability\":\"sim:call:echo\"}");
    assertThat(covered.path("covered_by_existing_grant")).isEqualTo(held.path("grant_id"));
    assertThat(narrow.path("grant_id")).isEqualTo(held.path("grant_id"));
    assertThat(can("\"capability\":\"sim:call:echo\",\"ttl\":\"soon\"")).isEqualTo("deny");
    assertThat(can("\"capability\":\"rec:call:put\"")).isEqualTo("deny");
    assertThat(can("\"tool\":\"sim__small\",\"args\":{\"n\":3}")).isEqualTo("allow");
    now(fixture.stores.grants().kill("acme", Optional.of("ann")));
    JsonNode killed = ask("can_i", "{\"capability\":\"sim:call:echo\"}");
    assertThat(killed.path("code").asText()).isEqualTo("killed");
    assertThat(list(ANN).path("agentId").asText())
        .as("its own state is still read")
        .isEqualTo("ann");
    JsonNode lease = ask("open_task_lease", "{\"goal\":\"g\",\"upstreams\":[]}");
    assertThat(lease.path("code").asText()).isEqualTo("killed");
  }

  @Test
  void conditionsAreJudgedWhenACallIsAskedAbout() {
    assertThat(can("\"tool\":\"sim__small\",\"args\":{\"n\":3}")).isEqualTo("allow");
    request("sim:call:small");
    assertThat(can("\"tool\":\"sim__small\",\"args\":{\"n\":11}")).isEqualTo("deny");
    assertThat(can("\"tool\":\"sim__small\",\"args\":{\"n\":3}")).isEqualTo("allow");
  }

  @Test
  void summaryAndHealthAreThere() {
    JsonNode summary = ask("policy_summary", "{}");
    assertThat(summary.path("max_ttl").asText()).isEqualTo("1h");
    assertThat(summary.path("rate_limit").asText()).isEqualTo("30/m");
    assertThat(summary.path("default_ttl").asText()).isEqualTo("10m");
    assertThat(summary.path("deny_globs")).hasSize(1);
    JsonNode health = ask("upstream_health", "{}").path("upstreams").path("sim");
    assertThat(health.path("ok").asBoolean()).isTrue();
    assertThat(health.path("circuit").path("state").asText()).isEqualTo("closed");
  }

  @Test
  void requestsBeyondTheRateAreRefused() {
    for (int i = 0; i < 30; i++) {
      request("sim:call:echo");
    }
    assertThat(request("sim:call:echo").path("code").asText()).isEqualTo("capability_rate_limited");
    assertThat(delegate("sim:call:echo", "cid", "").path("code").asText())
        .isEqualTo("capability_rate_limited");
    fixture.clock.advance(Duration.ofMinutes(1));
    assertThat(request("sim:call:echo").path("granted").asBoolean()).isTrue();
  }

  private CallStore.Claim write(String attempt, String grant) {
    return new CallStore.Claim(
        attempt, ANN, grant, "sim", "put", "sim:call:put", true, Optional.empty());
  }

  @Test
  void recallTellsAnAgentWhatItDidAndHowItsWritesEnded() {
    // Given three writes: one ended, one is said not to have run, one has no end
    String grant = request("sim:call:put").path("grant_id").asText();
    request("sim:call:create_issue");
    CallStore calls = fixture.stores.calls();
    CallStore.Settlement ran =
        new CallStore.Settlement(new KeyOutcome.Answered(new KeptAnswer.NotKept(false)), "ok");
    for (String attempt : List.of("a-1", "a-2", "a-3")) {
      now(calls.claim(write(attempt, grant)));
      fixture.clock.advanceMs(1_000);
    }
    now(calls.settle(write("a-1", grant), ran));
    now(
        calls.settle(
            write("a-2", grant),
            new CallStore.Settlement(new KeyOutcome.NotExecuted(), "not_executed")));

    // When
    JsonNode all = ask("recall", "{}");
    JsonNode few = ask("recall", "{\"limit\":1,\"kinds\":[\"grant\"],\"since\":\"2s\"}");
    JsonNode others = ask(BOB, "recall", "{}");

    // Then
    assertThat(all.path("agentId").asText()).isEqualTo("ann");
    assertThat(all.at("/counts/writes").asInt()).isEqualTo(3);
    assertThat(all.path("writes").findValuesAsText("outcome"))
        .containsExactly("unknown", "not_executed", "ok");
    assertThat(all.at("/writes/2/tool").asText()).isEqualTo("put");
    assertThat(all.at("/counts/active_grants").asInt()).isEqualTo(1);
    assertThat(all.at("/active_grants/0/id").asText()).isEqualTo(grant);
    assertThat(all.at("/counts/pending_approvals").asInt()).isEqualTo(1);
    assertThat(all.at("/pending_approvals/0/capability").asText())
        .isEqualTo("sim:call:create_issue");
    assertThat(all.path("recent_actions").findValuesAsText("operation"))
        .containsExactly("call_started", "call_started", "call_started", "requested", "issued");
    assertThat(all.path("recent_actions").findValues("hash")).isEmpty();
    assertThat(few.at("/counts/writes").asInt()).isEqualTo(2);
    assertThat(few.path("writes")).hasSize(1);
    assertThat(few.path("recent_actions")).isEmpty();
    assertThat(others.at("/counts/actions").asInt()).isZero();
    assertThat(others.path("writes")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"since\":\"yesterday\"} | since must be",
        "{\"kinds\":[\"calls\"]} | there is no kind calls",
        "{\"limit\":0} | limit must be 1 to 200",
        "{\"limit\":201} | limit must be 1 to 200"
      })
  void recallSaysWhatItTakes(String arguments, String what) {
    assertThat(misuse(ANN, "recall", arguments)).startsWith(what);
  }
}
