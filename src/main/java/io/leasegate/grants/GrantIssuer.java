package io.leasegate.grants;

import io.leasegate.core.call.Identity;
import io.leasegate.core.capability.CapabilityGlob;
import io.leasegate.core.error.ErrorCode;
import io.leasegate.core.grant.Grant;
import io.leasegate.core.grant.GrantOrigin;
import io.leasegate.core.grant.KillRule;
import io.leasegate.core.grant.KillVerdict;
import io.leasegate.core.grant.LeaseBinding;
import io.leasegate.core.grant.LeaseForGrant;
import io.leasegate.core.policy.Decision;
import io.leasegate.core.policy.EffectivePolicy;
import io.leasegate.core.policy.Limits;
import io.leasegate.core.policy.Policy;
import io.leasegate.core.policy.PolicyRequest;
import io.leasegate.core.policy.RateLimit;
import io.leasegate.store.ApprovalStore;
import io.leasegate.store.GrantDraft;
import io.leasegate.store.GrantStore;
import io.leasegate.store.IssueResult;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * Requests for capabilities, in their order: rate limit, kill switch, deny globs, a grant that is
 * held, the lease, the rules. Decisions about globs are made here on the agent's records; the store
 * issues only while those records are still current.
 */
public final class GrantIssuer {

  private static final int IMPLICIT_FACTOR = 10;
  private static final int MOST_TRIES = 5;

  private final GrantStore grants;
  private final ApprovalStore approvals;
  private final GrantCache cache;
  private final Supplier<Policy> policy;
  private final Supplier<String> ids;
  private final BiFunction<Identity, CapabilityGlob, Optional<String>> useless;

  /**
   * @param ids unguessable
   * @param useless why no tool can ever need this capability, if so
   */
  public GrantIssuer(
      GrantStore grants,
      ApprovalStore approvals,
      GrantCache cache,
      Supplier<Policy> policy,
      Supplier<String> ids,
      BiFunction<Identity, CapabilityGlob, Optional<String>> useless) {
    this.grants = grants;
    this.approvals = approvals;
    this.cache = cache;
    this.policy = policy;
    this.ids = ids;
    this.useless = useless;
  }

  /** Grants, queues or denies. Fails only when the store is away. */
  public Future<RequestOutcome> request(CapabilityRequest request) {
    EffectivePolicy rules = policy.get().forAgent(request.identity());
    boolean explicit = request.origin() == GrantOrigin.EXPLICIT;
    RateLimit limit = explicit ? rules.rateLimit() : rules.rateLimit().times(IMPLICIT_FACTOR);
    return grants
        .countRequest(request.identity(), explicit, limit)
        .compose(
            counted ->
                counted
                    ? cache
                        .refresh(request.identity())
                        .compose(view -> decide(request, rules, view, MOST_TRIES))
                    : denied(
                        ErrorCode.CAPABILITY_RATE_LIMITED,
                        "more than " + limit + " requests",
                        "Wait, and ask for one wider capability instead of many narrow ones."));
  }

  private Future<RequestOutcome> decide(
      CapabilityRequest request, EffectivePolicy rules, AgentView view, int triesLeft) {
    long now = view.records().storeNow();
    KillVerdict kill =
        KillVerdict.on(
            view.records().killed(),
            view.records().killRules(),
            request.identity(),
            request.capability(),
            now);
    if (kill == KillVerdict.KILLED) {
      return denied(ErrorCode.KILLED, KilledText.REASON, KilledText.NEXT_STEP);
    }
    PolicyRequest plain =
        new PolicyRequest(
            request.capability(), request.ttl(), Optional.empty(), request.arguments());
    Optional<Decision.Deny> refusal = rules.refusal(plain);
    if (refusal.isPresent()) {
      return denied(refusal.get());
    }
    Optional<RequestOutcome> existing = existing(request, rules, plain, view, now);
    if (existing.isPresent()) {
      return Future.succeededFuture(existing.get());
    }
    Optional<LeaseBinding> binding = Optional.empty();
    Optional<Duration> remaining = Optional.empty();
    if (request.leaseId().isPresent()) {
      LeaseForGrant lease =
          LeaseForGrant.judge(
              Optional.ofNullable(view.records().leases().get(request.leaseId().get())),
              request.identity(),
              request.generation(),
              request.capability(),
              now);
      if (lease instanceof LeaseForGrant.GenerationMissing) {
        return Future.succeededFuture(
            new RequestOutcome.Misuse(
                "generation is missing: an ownership lease is named together with it"));
      }
      if (lease instanceof LeaseForGrant.Refused refused) {
        return denied(
            refused.code(), LeaseText.reason(refused.code()), LeaseText.nextStep(refused.code()));
      }
      LeaseForGrant.Usable usable = (LeaseForGrant.Usable) lease;
      binding = Optional.of(usable.binding());
      remaining = Optional.of(Duration.ofMillis(usable.remainingMs()));
    }
    Decision decision =
        rules.decide(
            new PolicyRequest(request.capability(), request.ttl(), remaining, request.arguments()));
    if (kill == KillVerdict.PENDING_HUMAN_APPROVAL) {
      decision = KillRule.heldBack(decision, rules.approvalTtl());
    }
    if (decision instanceof Decision.Allow allow) {
      return issue(request, rules, view, binding, allow, triesLeft);
    }
    return decision instanceof Decision.NeedsApproval asks
        ? ask(request, rules, binding, asks, now)
        : denied((Decision.Deny) decision);
  }

  /** A live grant that covers the request is returned as it is. */
  private Optional<RequestOutcome> existing(
      CapabilityRequest request,
      EffectivePolicy rules,
      PolicyRequest plain,
      AgentView view,
      long now) {
    boolean boundOnly =
        rules.decide(plain) instanceof Decision.Deny deny
            && deny.code() == io.leasegate.core.policy.DenyCode.LEASE_REQUIRED;
    return view.liveCovering(request.capability(), now).stream()
        .filter(grant -> !boundOnly || grant.lease().isPresent())
        .findFirst()
        .map(grant -> new RequestOutcome.Granted(grant, true, now, noteOnExisting(request, grant)));
  }

  private static Optional<String> noteOnExisting(CapabilityRequest request, Grant grant) {
    Optional<String> bound = grant.lease().map(LeaseBinding::leaseId);
    return request.leaseId().isPresent() && !request.leaseId().equals(bound)
        ? Optional.of(
            "This grant was held before and is "
                + bound.map(id -> "bound to the lease " + id).orElse("not bound to a lease")
                + ": binding applies to new grants only. Revoke it and ask again to bind it.")
        : Optional.empty();
  }

  private Future<RequestOutcome> issue(
      CapabilityRequest request,
      EffectivePolicy rules,
      AgentView view,
      Optional<LeaseBinding> binding,
      Decision.Allow allow,
      int triesLeft) {
    GrantDraft draft =
        new GrantDraft(
            "g-" + ids.get(),
            request.capability(),
            allow.ttl().toMillis(),
            binding,
            allow.ruleName(),
            request.origin());
    return grants
        .issue(request.identity(), view.records().revision(), draft)
        .compose(
            result -> {
              if (result instanceof IssueResult.Issued issued) {
                return Future.succeededFuture(
                    new RequestOutcome.Granted(
                        issued.grant(),
                        false,
                        issued.grant().windowStart(),
                        useless.apply(request.identity(), request.capability())));
              }
              if (result instanceof IssueResult.Full full) {
                return denied(
                    ErrorCode.OVERLOADED,
                    "the agent holds " + full.most() + " live grants, as many as it may",
                    "Revoke what is not needed, or ask for one wider capability.");
              }
              return triesLeft == 1
                  ? denied(
                      ErrorCode.STORE_UNAVAILABLE,
                      "the agent's grants change faster than a request can be decided",
                      "Try the same request again in 1 s.")
                  : cache
                      .refresh(request.identity())
                      .compose(fresh -> decide(request, rules, fresh, triesLeft - 1));
            });
  }

  private Future<RequestOutcome> ask(
      CapabilityRequest request,
      EffectivePolicy rules,
      Optional<LeaseBinding> binding,
      Decision.NeedsApproval asks,
      long now) {
    if (request.origin() == GrantOrigin.IMPLICIT) {
      return denied(
          ErrorCode.NO_GRANT,
          "no grant covers the call, and the policy asks a human",
          "Call scopegate_request_capability for " + request.capability().text() + ".");
    }
    return approvals
        .open(
            new ApprovalStore.Draft(
                "ap-" + ids.get(),
                request.identity(),
                request.capability().text(),
                ttlToAsk(request, rules, binding, asks).toMillis(),
                binding,
                asks.ruleName(),
                request.reason(),
                asks.approvalTtl().toMillis()))
        .compose(
            opened ->
                opened.isPresent()
                    ? Future.succeededFuture(new RequestOutcome.Pending(opened.get(), now))
                    : denied(
                        ErrorCode.OVERLOADED,
                        "as many requests wait for a human as may",
                        "Wait until some are decided."));
  }

  /**
   * Without the end of the lease, which is nearer at each try: the same request must be the same
   * approval. The lease bounds the grant when it is approved.
   */
  private static Duration ttlToAsk(
      CapabilityRequest request,
      EffectivePolicy rules,
      Optional<LeaseBinding> binding,
      Decision.NeedsApproval asks) {
    Decision unbounded =
        binding.isEmpty()
            ? asks
            : rules.decide(
                new PolicyRequest(
                    request.capability(),
                    request.ttl(),
                    Optional.of(Limits.LONGEST),
                    request.arguments()));
    if (unbounded instanceof Decision.Allow allow) {
      return allow.ttl();
    }
    return unbounded instanceof Decision.NeedsApproval needs ? needs.ttl() : asks.ttl();
  }

  /** The agent's live grants, by the store's clock of its newest view. */
  public static List<Grant> live(AgentView view) {
    return view.live(view.records().storeNow());
  }

  private static Future<RequestOutcome> denied(Decision.Deny deny) {
    return Future.succeededFuture(
        new RequestOutcome.Denied(
            ErrorCode.valueOf(deny.code().name()), deny.reason(), deny.nextStep(), deny.detail()));
  }

  private static Future<RequestOutcome> denied(ErrorCode code, String reason, String nextStep) {
    return Future.succeededFuture(RequestOutcome.Denied.of(code, reason, nextStep));
  }
}
