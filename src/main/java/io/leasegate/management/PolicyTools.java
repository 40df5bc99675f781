package io.leasegate.management;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.leasegate.core.capability.Capability;
import io.leasegate.core.capability.CapabilityGlob;
import io.leasegate.core.capability.ParseResult;
import io.leasegate.core.grant.Grant;
import io.leasegate.core.grant.KillRule;
import io.leasegate.core.grant.KillVerdict;
import io.leasegate.core.policy.ArgumentView;
import io.leasegate.core.policy.CallCheck;
import io.leasegate.core.policy.Decision;
import io.leasegate.core.policy.DenyCode;
import io.leasegate.core.policy.EffectivePolicy;
import io.leasegate.core.policy.Policy;
import io.leasegate.core.policy.PolicyRequest;
import io.leasegate.core.policy.PolicySummary;
import io.leasegate.grants.AgentView;
import io.leasegate.grants.GrantCache;
import io.leasegate.grants.KilledText;
import io.leasegate.upstream.Upstream;
import io.leasegate.upstream.UpstreamHealth;
import io.leasegate.upstream.catalogue.Catalogue;
import io.leasegate.upstream.catalogue.ToolRoute;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the policy says, and how the upstreams are; nothing is changed by asking. */
final class PolicyTools {

  private final GrantCache cache;
  private final Supplier<Policy> policy;
  private final Supplier<Catalogue> catalogue;
  private final Supplier<List<Upstream>> upstreams;

  PolicyTools(
      GrantCache cache,
      Supplier<Policy> policy,
      Supplier<Catalogue> catalogue,
      Supplier<List<Upstream>> upstreams) {
    this.cache = cache;
    this.policy = policy;
    this.catalogue = catalogue;
    this.upstreams = upstreams;
  }

  List<ManagementTool> tools() {
    return List.of(
        new ManagementTool(
            ToolSpec.read(
                "scopegate_can_i",
                "Says what a request or a call would come to, without making it.",
                Param.optional("capability", Param.Kind.STRING, "the capability to ask about"),
                Param.optional("tool", Param.Kind.STRING, "or the tool to ask about"),
                Param.optional("args", Param.Kind.OBJECT, "with tool: the arguments of the call"),
                Param.optional("ttl", Param.Kind.STRING, "how long it would be asked for")),
            this::canI),
        new ManagementTool(
            ToolSpec.read(
                "scopegate_policy_summary",
                "Shows what your policy grants at once, what it asks a human, and its limits."),
            call -> Future.succeededFuture(new ToolReply.Answer(summary(call)))),
        new ManagementTool(
            ToolSpec.read(
                "scopegate_upstream_health", "Shows which tool servers answer, and which do not."),
            call -> Future.succeededFuture(new ToolReply.Answer(health(call)))));
  }

  private Future<ToolReply> canI(ManagementCall call) {
    if (call.has("capability") == call.has("tool")) {
      return misuse("send either capability, or tool with args");
    }
    if (call.has("capability")) {
      ParseResult<CapabilityGlob> glob = CapabilityGlob.parse(call.text("capability"));
      return glob instanceof ParseResult.Malformed<CapabilityGlob> malformed
          ? misuse("capability is malformed: " + malformed.reason())
          : judge(call, glob.orThrow(), Optional.empty());
    }
    ToolRoute route = catalogue.get().find(null, call.text("tool"));
    if (route == null) {
      return misuse("there is no tool " + call.text("tool") + "; tools/list shows all");
    }
    ArgumentView arguments = new TreeArguments(call.arguments().path("args"));
    ParseResult<Capability> needed = route.needed(arguments);
    return needed instanceof ParseResult.Malformed<Capability> malformed
        ? misuse(malformed.reason())
        : judge(
            call,
            CapabilityGlob.of(needed.orThrow()),
            Optional.of(new Asked(needed.orThrow(), arguments)));
  }

  /** A call that is asked about. */
  private record Asked(Capability capability, ArgumentView arguments) {}

  private Future<ToolReply> judge(
      ManagementCall call, CapabilityGlob capability, Optional<Asked> asked) {
    return cache
        .refresh(call.identity())
        .map(view -> new ToolReply.Answer(judge(call, capability, asked, view)));
  }

  private ObjectNode judge(
      ManagementCall call, CapabilityGlob capability, Optional<Asked> asked, AgentView view) {
    EffectivePolicy rules = policy.get().forAgent(call.identity());
    long now = view.records().storeNow();
    KillVerdict kill =
        KillVerdict.on(
            view.records().killed(), view.records().killRules(), call.identity(), capability, now);
    ObjectNode answer = Trees.object().put("capability", capability.text());
    if (kill == KillVerdict.KILLED) {
      return answer
          .put("decision", "deny")
          .put("code", "killed")
          .put("hard", true)
          .put("reason", KilledText.REASON)
          .put("recommended_next", KilledText.NEXT_STEP);
    }
    PolicyRequest request =
        new PolicyRequest(
            capability, call.optionalText("ttl"), Optional.empty(), asked.map(Asked::arguments));
    Optional<Decision.Deny> refusal = rules.refusal(request);
    if (refusal.isPresent()) {
      return tell(answer, refusal.get());
    }
    Decision decision = rules.decide(request);
    boolean boundOnly =
        decision instanceof Decision.Deny deny && deny.code() == DenyCode.LEASE_REQUIRED;
    Decision.@Nullable Deny unfit = null;
    for (Grant grant : view.liveCovering(capability, now)) {
      Optional<Decision.Deny> deny = asked.flatMap(it -> refusal(rules, grant, it));
      if (deny.isEmpty() && (!boundOnly || grant.lease().isPresent())) {
        return held(answer, grant, now);
      }
      if (deny.isPresent() && deny.get().code() != DenyCode.LEASE_REQUIRED && unfit == null) {
        unfit = deny.get();
      }
    }
    if (unfit != null) {
      return tell(answer, unfit);
    }
    if (kill == KillVerdict.PENDING_HUMAN_APPROVAL) {
      decision = KillRule.heldBack(decision, rules.approvalTtl());
    }
    return tell(answer, decision);
  }

  /** What refuses the call under a live grant that covers it. */
  private static Optional<Decision.Deny> refusal(EffectivePolicy rules, Grant grant, Asked asked) {
    return rules.checkCall(
                asked.capability(), asked.arguments(), grant.ruleName(), grant.lease().isPresent())
            instanceof CallCheck.Refused refused
        ? Optional.of(refused.deny())
        : Optional.empty();
  }

  private static ObjectNode held(ObjectNode answer, Grant grant, long now) {
    return answer
        .put("decision", "allow")
        .put("ttl_ms", grant.remainingMs(now))
        .put("covered_by_existing_grant", grant.id())
        .put("reason", "a grant that you hold covers it")
        .put("recommended_next", "Call the tool.");
  }

  private static ObjectNode tell(ObjectNode answer, Decision decision) {
    if (decision instanceof Decision.Allow allow) {
      return answer
          .put("decision", "allow")
          .put("ttl_ms", allow.ttl().toMillis())
          .put("rule", allow.ruleName())
          .put("reason", "a rule grants it at once")
          .put("recommended_next", "Call the tool, or scopegate_request_capability first.");
    }
    if (decision instanceof Decision.NeedsApproval asks) {
      return answer
          .put("decision", "needs_approval")
          .put("ttl_ms", asks.ttl().toMillis())
          .put("rule", asks.ruleName())
          .put("reason", "a human is asked")
          .put("recommended_next", "Call scopegate_request_capability early, and go on meanwhile.");
    }
    Decision.Deny deny = (Decision.Deny) decision;
    return answer
        .put("decision", "deny")
        .put("code", deny.code().wireName())
        .put("hard", deny.code() == DenyCode.CEILING_BLOCKED)
        .put("reason", deny.reason())
        .put("recommended_next", deny.nextStep());
  }

  private ObjectNode summary(ManagementCall call) {
    PolicySummary summary = policy.get().forAgent(call.identity()).summary();
    ObjectNode answer =
        Trees.object()
            .put("agentId", call.identity().agent())
            .put("agent_found", summary.agentFound())
            .put("default_ttl", text(summary.defaultTtl()));
    answer.putArray("auto_approve").addAll(texts(summary.autoApprove()));
    answer.putArray("requires_approval").addAll(texts(summary.requiresApproval()));
    answer.putArray("deny_globs").addAll(texts(summary.denyGlobs()));
    return answer
        .put("max_ttl", summary.maxTtl().map(PolicyTools::text).orElse(null))
        .put("approval_ttl", text(summary.approvalTtl()))
        .put("rate_limit", summary.rateLimit().toString())
        .put(
            "max_lease_total",
            text(
                summary
                    .maxLeaseTotal()
                    .orElse(io.leasegate.core.lease.LeaseLimits.DEFAULT_MAX_TOTAL)));
  }

  private static List<TextNode> texts(List<String> texts) {
    return texts.stream().map(TextNode::valueOf).toList();
  }

  /** The shortest form that the policy file would take. */
  private static String text(Duration duration) {
    long seconds = duration.toSeconds();
    if (seconds > 0 && seconds % 3600 == 0) {
      return seconds / 3600 + "h";
    }
    return seconds > 0 && seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
  }

  private ObjectNode health(ManagementCall call) {
    ObjectNode answer = Trees.object().put("agentId", call.identity().agent());
    ObjectNode all = answer.putObject("upstreams");
    for (Upstream upstream : upstreams.get()) {
      UpstreamHealth health = upstream.health();
      ObjectNode row = all.putObject(upstream.name()).put("ok", health.ok());
      if (health.tools() >= 0) {
        row.put("tools", health.tools());
      }
      if (!health.error().isEmpty()) {
        row.put("error", health.error());
      }
      row.putObject("circuit")
          .put("state", health.circuit().wireName())
          .put("failures", health.circuit().failures());
    }
    catalogue.get().hidden().forEach(name -> answer.withArray("hidden_tools").add(name));
    return answer;
  }

  private static Future<ToolReply> misuse(String what) {
    return Future.succeededFuture(new ToolReply.Misuse(what));
  }
}
