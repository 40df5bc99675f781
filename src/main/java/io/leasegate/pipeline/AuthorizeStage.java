package io.leasegate.pipeline;

import io.leasegate.core.capability.Capability;
import io.leasegate.core.capability.CapabilityGlob;
import io.leasegate.core.capability.ParseResult;
import io.leasegate.core.error.ErrorCode;
import io.leasegate.core.error.Refusal;
import io.leasegate.core.grant.Grant;
import io.leasegate.core.grant.GrantChoice;
import io.leasegate.core.grant.GrantOrigin;
import io.leasegate.core.grant.ImplicitGrant;
import io.leasegate.core.grant.ImplicitGrantRule;
import io.leasegate.core.policy.CallCheck;
import io.leasegate.core.policy.Decision;
import io.leasegate.core.policy.DenyCode;
import io.leasegate.core.policy.EffectivePolicy;
import io.leasegate.core.policy.Policy;
import io.leasegate.grants.AgentView;
import io.leasegate.grants.CapabilityRequest;
import io.leasegate.grants.GrantCache;
import io.leasegate.grants.GrantIssuer;
import io.leasegate.grants.KilledText;
import io.leasegate.grants.LeaseText;
import io.leasegate.grants.RequestOutcome;
import io.leasegate.jsonrpc.CallArguments;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a call may go on, and under which grant: kill switch, deny globs, a live grant
 * that covers it, and for want of one the implicit grant. In steady state all of it is looked up.
 */
final class AuthorizeStage {

  private final Supplier<Policy> policy;
  private final GrantCache cache;
  private final GrantIssuer issuer;

  AuthorizeStage(Supplier<Policy> policy, GrantCache cache, GrantIssuer issuer) {
    this.policy = policy;
    this.cache = cache;
    this.issuer = issuer;
  }

  Future<Step<Authorized>> authorize(Admitted admitted) {
    ToolCall call = admitted.call();
    CallArguments arguments = new CallArguments(call.message());
    ParseResult<Capability> needed = call.route().needed(arguments);
    if (needed instanceof ParseResult.Malformed<Capability> malformed) {
      return Step.stop(new CallOutcome.Misused(malformed.reason()));
    }
    Attempt attempt =
        new Attempt(admitted, arguments, needed.orThrow(), policy.get().forAgent(call.identity()));
    AgentView view = cache.current(call.identity());
    return view != null
        ? attempt.under(view, false)
        : cache.refresh(call.identity()).compose(fresh -> attempt.under(fresh, true));
  }

  /** The authorisation of one call. */
  private final class Attempt {

    private final Admitted admitted;
    private final ToolCall call;
    private final CallArguments arguments;
    private final Capability capability;
    private final EffectivePolicy rules;

    Attempt(
        Admitted admitted, CallArguments arguments, Capability capability, EffectivePolicy rules) {
      this.admitted = admitted;
      this.call = admitted.call();
      this.arguments = arguments;
      this.capability = capability;
      this.rules = rules;
    }

    /**
     * @param fresh whether the store was asked for this call: what is at hand may not know yet of a
     *     grant that another replica has just issued
     */
    Future<Step<Authorized>> under(AgentView view, boolean fresh) {
      if (view.records().killed()) {
        return fresh ? refuse(ErrorCode.KILLED, KilledText.REASON, KilledText.NEXT_STEP) : afresh();
      }
      Optional<Decision.Deny> denied = rules.denied(capability);
      if (denied.isPresent()) {
        return refuse(denied.get());
      }
      long now = view.storeTime(call.loop().nanoTime());
      boolean needsLease = false;
      Decision.@Nullable Deny refused = null;
      List<AgentView.Held> covering = view.covering(capability);
      for (AgentView.Held held : covering) {
        if (!view.isLive(held.grant(), now)) {
          continue;
        }
        CallCheck check = check(held.grant());
        if (check instanceof CallCheck.Passed passed) {
          return pass(held.grant(), view, passed);
        }
        Decision.Deny deny = ((CallCheck.Refused) check).deny();
        if (deny.code() == DenyCode.LEASE_REQUIRED) {
          needsLease = true; // an unbound grant does not serve; a bound one may be had
        } else if (refused == null) {
          refused = deny; // a grant under another rule may still serve: more grants are not less
        }
      }
      if (!fresh) {
        return afresh();
      }
      if (refused != null) {
        return refuse(refused);
      }
      return implicit(view, needsLease ? List.of() : covering, now);
    }

    /** Refuses nothing on what may be old. */
    private Future<Step<Authorized>> afresh() {
      return cache.refresh(call.identity()).compose(newer -> under(newer, true));
    }

    private CallCheck check(Grant grant) {
      return rules.checkCall(capability, arguments, grant.ruleName(), grant.lease().isPresent());
    }

    private Future<Step<Authorized>> pass(Grant grant, AgentView view, CallCheck.Passed passed) {
      if (!passed.redact().isEmpty()) {
        return refuse(
            ErrorCode.CONFIG_ERROR,
            "the policy asks for redaction, which this gateway does not do",
            "Ask an operator: answers of this tool must not leave unredacted.");
      }
      return Step.go(new Authorized(call, admitted.key(), capability, grant, view));
    }

    /** No live grant covers the call: the policy may give one by itself. */
    private Future<Step<Authorized>> implicit(
        AgentView view, List<AgentView.Held> covering, long now) {
      Optional<Grant> newest =
          GrantChoice.newest(covering.stream().map(AgentView.Held::grant).toList());
      ImplicitGrant verdict =
          ImplicitGrantRule.decide(
              call.route().upstream().name(),
              view.records().leases().values(),
              newest,
              newest.flatMap(view::leaseOf),
              now);
      if (verdict instanceof ImplicitGrant.Refused refused) {
        return refuse(
            refused.code(), LeaseText.reason(refused.code()), LeaseText.nextStep(refused.code()));
      }
      Optional<String> lease =
          verdict instanceof ImplicitGrant.Bound bound
              ? Optional.of(bound.lease().id())
              : Optional.empty();
      return issuer
          .request(
              new CapabilityRequest(
                  call.identity(),
                  CapabilityGlob.of(capability),
                  Optional.empty(),
                  lease,
                  OptionalLong.empty(),
                  "implicit",
                  GrantOrigin.IMPLICIT,
                  Optional.of(arguments)))
          .compose(this::taken);
    }

    private Future<Step<Authorized>> taken(RequestOutcome outcome) {
      if (outcome instanceof RequestOutcome.Denied denied) {
        return refuse(denied.code(), denied.reason(), denied.nextStep());
      }
      if (!(outcome instanceof RequestOutcome.Granted granted)) {
        return refuse(
            ErrorCode.NO_GRANT,
            "no grant covers the call",
            "Call scopegate_request_capability for " + capability.globText() + ".");
      }
      CallCheck check = check(granted.grant());
      return cache
          .get(call.identity())
          .compose(
              view ->
                  check instanceof CallCheck.Passed passed
                      ? pass(granted.grant(), view, passed)
                      : refuse(((CallCheck.Refused) check).deny()));
    }

    private Future<Step<Authorized>> refuse(Decision.Deny deny) {
      return refuse(ErrorCode.valueOf(deny.code().name()), deny.reason(), deny.nextStep());
    }

    private Future<Step<Authorized>> refuse(
        ErrorCode code, String reason, @Nullable String nextStep) {
      return Step.stop(
          new CallOutcome.Refused(
              Refusal.of(
                  code,
                  reason,
                  capability.globText(),
                  nextStep == null ? LeaseText.nextStep(code) : nextStep)));
    }
  }
}
