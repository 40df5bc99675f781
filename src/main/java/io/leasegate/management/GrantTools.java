package io.leasegate.management;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.leasegate.core.call.Identity;
import io.leasegate.core.capability.CapabilityGlob;
import io.leasegate.core.capability.ParseResult;
import io.leasegate.core.error.ErrorCode;
import io.leasegate.core.error.ErrorKind;
import io.leasegate.core.grant.Delegation;
import io.leasegate.core.grant.Grant;
import io.leasegate.core.grant.GrantOrigin;
import io.leasegate.core.grant.GrantRenewal;
import io.leasegate.core.grant.KillVerdict;
import io.leasegate.core.policy.EffectivePolicy;
import io.leasegate.core.policy.Policy;
import io.leasegate.core.policy.PolicyRequest;
import io.leasegate.core.policy.TtlText;
import io.leasegate.core.time.Times;
import io.leasegate.grants.AgentView;
import io.leasegate.grants.CapabilityRequest;
import io.leasegate.grants.GrantCache;
import io.leasegate.grants.GrantIssuer;
import io.leasegate.grants.KilledText;
import io.leasegate.grants.LeaseText;
import io.leasegate.grants.RequestOutcome;
import io.leasegate.store.GrantStore;
import io.leasegate.store.IssueResult;
import io.leasegate.store.LeaseStore;
import io.leasegate.store.RenewResult;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Requesting, renewing, revoking and passing on grants. */
final class GrantTools {

  private static final int MOST_REQUESTS = 20;
  private static final int LONGEST_REASON = 2_000;
  private static final int MOST_TRIES = 5;

  private static final List<Param> REQUEST =
      List.of(
          Param.required(
              "capability",
              Param.Kind.STRING,
              "what is needed, as <upstream>:<action>:<resource>; globs are allowed"),
          Param.required("reason", Param.Kind.STRING, "why, in a sentence that a human may read"),
          Param.optional(
              "ttl", Param.Kind.STRING, "how long, such as 10m; the policy may shorten it"),
          Param.optional("lease_id", Param.Kind.STRING, "the lease to bind the grant to"),
          Param.optional(
              "generation",
              Param.Kind.INTEGER,
              "with an ownership lease: the generation you hold"));

  private final GrantIssuer issuer;
  private final GrantStore grants;
  private final LeaseStore leases;
  private final GrantCache cache;
  private final Supplier<Policy> policy;
  private final Supplier<String> ids;

  GrantTools(
      GrantIssuer issuer,
      GrantStore grants,
      LeaseStore leases,
      GrantCache cache,
      Supplier<Policy> policy,
      Supplier<String> ids) {
    this.issuer = issuer;
    this.grants = grants;
    this.leases = leases;
    this.cache = cache;
    this.policy = policy;
    this.ids = ids;
  }

  List<ManagementTool> tools() {
    return List.of(
        new ManagementTool(
            ToolSpec.change(
                "scopegate_request_capability",
                "Asks for a grant to call tools. Answers granted, pending (a human is asked) or"
                    + " denied with what to do instead.",
                REQUEST.toArray(new Param[0])),
            call -> request(call).map(Replies::of)),
        new ManagementTool(
            ToolSpec.change(
                "scopegate_request_capabilities",
                "Asks for several grants at once; the answers come in the same order.",
                Param.objects("requests", "1 to 20 requests", REQUEST)),
            this::requestAll),
        new ManagementTool(
            ToolSpec.change(
                "scopegate_renew_capability",
                "Gives a lease-bound grant a new window before it ends.",
                Param.required("grant_id", Param.Kind.STRING, "the grant to renew")),
            this::renew),
        new ManagementTool(
            ToolSpec.removal(
                "scopegate_revoke_capability",
                "Ends a grant, or a lease with all its grants, before its time.",
                Param.optional("grant_id", Param.Kind.STRING, "the grant to end"),
                Param.optional("lease_id", Param.Kind.STRING, "the lease to end")),
            this::revoke),
        new ManagementTool(
            ToolSpec.change(
                "scopegate_delegate",
                "Passes a capability that you hold on to another agent of the workspace.",
                Param.required("capability", Param.Kind.STRING, "what to pass on, held by you"),
                Param.required("to_agent", Param.Kind.STRING, "the name of the other agent"),
                Param.optional("ttl", Param.Kind.STRING, "how long, at most as long as yours"),
                Param.required("reason", Param.Kind.STRING, "why, in a sentence")),
            this::delegate));
  }

  private Future<RequestOutcome> request(ManagementCall call) {
    String fault = fault(call);
    if (fault != null) {
      return Future.succeededFuture(new RequestOutcome.Misuse(fault));
    }
    return issuer.request(
        new CapabilityRequest(
            call.identity(),
            CapabilityGlob.parse(call.text("capability")).orThrow(),
            call.optionalText("ttl"),
            call.optionalText("lease_id"),
            call.optionalLong("generation"),
            call.text("reason"),
            GrantOrigin.EXPLICIT,
            Optional.empty()));
  }

  /** What is wrong with a request beside the types of its arguments. */
  private static @Nullable String fault(ManagementCall request) {
    if (CapabilityGlob.parse(request.text("capability"))
        instanceof ParseResult.Malformed<CapabilityGlob> malformed) {
      return "capability is malformed: "
          + malformed.reason()
          + "; send <upstream>:<action>:<resource>";
    }
    return request.text("reason").length() > LONGEST_REASON
        ? "reason must have at most " + LONGEST_REASON + " characters"
        : null;
  }

  private Future<ToolReply> requestAll(ManagementCall call) {
    List<ManagementCall> requests = call.objects("requests");
    if (requests.isEmpty() || requests.size() > MOST_REQUESTS) {
      return misuse(
          "requests must hold 1 to " + MOST_REQUESTS + " requests, not " + requests.size());
    }
    for (int i = 0; i < requests.size(); i++) {
      // nothing is half applied: what is wrong in one is said before any is granted
      String fault = fault(requests.get(i));
      if (fault != null) {
        return misuse("requests[" + i + "]." + fault);
      }
    }
    Future<List<RequestOutcome>> all = Future.succeededFuture(new ArrayList<>());
    for (ManagementCall request : requests) {
      all =
          all.compose(
              outcomes ->
                  request(request)
                      .map(
                          outcome -> {
                            outcomes.add(outcome);
                            return outcomes;
                          }));
    }
    return all.map(
        outcomes -> {
          ObjectNode answer = Trees.object();
          outcomes.forEach(outcome -> answer.withArray("results").add(Replies.object(outcome)));
          return new ToolReply.Answer(answer);
        });
  }

  private Future<ToolReply> renew(ManagementCall call) {
    EffectivePolicy rules = policy.get().forAgent(call.identity());
    String id = call.text("grant_id");
    return grants
        .renew(call.identity(), id, rules.longestGrant().toMillis())
        .map(
            result -> {
              if (!(result instanceof RenewResult.Judged judged)) {
                return unknown("grant", id);
              }
              GrantRenewal renewal = judged.renewal();
              if (renewal instanceof GrantRenewal.Renewed renewed) {
                Grant grant = renewed.grant();
                return new ToolReply.Answer(
                    Trees.object()
                        .put("renewed", true)
                        .put("grant_id", grant.id())
                        .put("lease_id", grant.lease().map(it -> it.leaseId()).orElse(""))
                        .put("expires_at", Times.text(grant.expiresAt()))
                        .put(
                            "expires_in_seconds",
                            (grant.expiresAt() - grant.windowStart()) / 1000));
              }
              return renewal instanceof GrantRenewal.Ended ended
                  ? new ToolReply.Misuse(
                      LeaseText.reason(ended.code())
                          + ", so it cannot be renewed. "
                          + LeaseText.nextStep(ended.code()))
                  : new ToolReply.Misuse(
                      "the grant is not bound to a lease, so it cannot be renewed; ask again with"
                          + " scopegate_request_capability when it has expired");
            });
  }

  private Future<ToolReply> revoke(ManagementCall call) {
    if (call.has("grant_id") == call.has("lease_id")) {
      return misuse("send either grant_id or lease_id");
    }
    if (call.has("grant_id")) {
      String id = call.text("grant_id");
      return grants
          .revoke(call.identity(), id)
          .map(ended -> ended.isPresent() ? revoked(ended.getAsInt()) : unknown("live grant", id));
    }
    String id = call.text("lease_id");
    return leases
        .revoke(call.identity(), id)
        .map(
            ended ->
                ended.map(it -> revoked(it.grants())).orElseGet(() -> unknown("live lease", id)));
  }

  private static ToolReply revoked(int grants) {
    return new ToolReply.Answer(Trees.object().put("revoked", true).put("grants_revoked", grants));
  }

  private static ToolReply unknown(String what, String id) {
    return new ToolReply.Misuse(
        "you have no " + what + " " + id + "; scopegate_list_capabilities shows what you have");
  }

  private Future<ToolReply> delegate(ManagementCall call) {
    ParseResult<CapabilityGlob> glob = CapabilityGlob.parse(call.text("capability"));
    if (glob instanceof ParseResult.Malformed<CapabilityGlob> malformed) {
      return misuse("capability is malformed: " + malformed.reason());
    }
    String receiver = call.text("to_agent");
    if (!Identity.isName(receiver) || receiver.equals(call.identity().agent())) {
      return misuse("to_agent must be the name of another agent");
    }
    OptionalLong ttl = OptionalLong.empty();
    if (call.has("ttl")) {
      Optional<java.time.Duration> asked = TtlText.parse(call.text("ttl"));
      if (asked.isEmpty()) {
        return answer(
            RequestOutcome.Denied.of(
                ErrorCode.INVALID_TTL,
                "ttl must be <n>s, <n>m or <n>h, at least 1s",
                "Send a ttl such as 10m, or none."));
      }
      ttl = OptionalLong.of(asked.get().toMillis());
    }
    Identity to = new Identity(call.identity().workspace(), receiver);
    OptionalLong asked = ttl;
    return grants
        .countRequest(call.identity(), true, policy.get().forAgent(call.identity()).rateLimit())
        .compose(
            counted ->
                counted
                    ? delegate(call.identity(), to, glob.orThrow(), asked, MOST_TRIES)
                    : answer(
                        RequestOutcome.Denied.of(
                            ErrorCode.CAPABILITY_RATE_LIMITED,
                            "too many requests",
                            "Wait a minute.")));
  }

  private Future<ToolReply> delegate(
      Identity giver, Identity receiver, CapabilityGlob glob, OptionalLong ttl, int triesLeft) {
    return cache
        .refresh(giver)
        .compose(
            view ->
                cache
                    .refresh(receiver)
                    .compose(theirs -> delegate(view, theirs, glob, ttl, triesLeft)));
  }

  private Future<ToolReply> delegate(
      AgentView view, AgentView theirs, CapabilityGlob glob, OptionalLong ttl, int triesLeft) {
    Optional<RequestOutcome> refused = notToBePassedOn(view, theirs, glob);
    if (refused.isPresent()) {
      return answer(refused.get());
    }
    Identity giver = view.records().identity();
    Identity receiver = theirs.records().identity();
    Delegation decided =
        Delegation.decide(GrantIssuer.live(view), glob, ttl, view.records().storeNow());
    if (!(decided instanceof Delegation.Delegable delegable)) {
      return answer(notDelegable(decided));
    }
    return grants
        .delegate(
            giver, view.records().revision(), receiver, "g-" + ids.get(), glob.text(), delegable)
        .compose(
            result ->
                result instanceof IssueResult.Changed && triesLeft > 1
                    ? delegate(giver, receiver, glob, ttl, triesLeft - 1)
                    : answer(delegated(result)));
  }

  /** The kill switch and the deny globs of both: passing on is no way around them. */
  private Optional<RequestOutcome> notToBePassedOn(
      AgentView giver, AgentView receiver, CapabilityGlob glob) {
    if (giver.records().killed()) {
      return Optional.of(
          RequestOutcome.Denied.of(ErrorCode.KILLED, KilledText.REASON, KilledText.NEXT_STEP));
    }
    KillVerdict theirs =
        KillVerdict.on(
            receiver.records().killed(),
            receiver.records().killRules(),
            receiver.records().identity(),
            glob,
            receiver.records().storeNow());
    if (theirs != KillVerdict.OPEN) {
      return Optional.of(
          RequestOutcome.Denied.of(
              ErrorCode.KILLED,
              "an operator has taken this from the other agent",
              "Let the other agent ask for it: a human decides."));
    }
    PolicyRequest plain = PolicyRequest.explicit(glob, Optional.empty(), Optional.empty());
    return Stream.of(giver, receiver)
        .flatMap(view -> policy.get().forAgent(view.records().identity()).refusal(plain).stream())
        .findFirst()
        .map(
            deny ->
                new RequestOutcome.Denied(
                    ErrorCode.valueOf(deny.code().name()),
                    deny.reason(),
                    deny.nextStep(),
                    deny.detail()));
  }

  private static RequestOutcome delegated(IssueResult result) {
    if (result instanceof IssueResult.Issued issued) {
      Grant grant = issued.grant();
      return new RequestOutcome.Granted(grant, false, grant.windowStart(), Optional.empty());
    }
    return result instanceof IssueResult.Full full
        ? RequestOutcome.Denied.of(
            ErrorCode.OVERLOADED,
            "the other agent holds " + full.most() + " live grants, as many as it may",
            "Wait until some have ended.")
        : RequestOutcome.Denied.of(
            ErrorCode.STORE_UNAVAILABLE,
            "your grants change faster than this can be decided",
            "Try the same again in 1 s.");
  }

  private static RequestOutcome notDelegable(Delegation decided) {
    if (decided instanceof Delegation.NoRedelegation) {
      return RequestOutcome.Denied.of(
          ErrorCode.NO_GRANT,
          "what covers this was itself passed on to you, and cannot be passed on again",
          "Ask for a grant of your own, or let its first holder pass it on.");
    }
    return decided instanceof Delegation.EndsTooSoon
        ? RequestOutcome.Denied.of(
            ErrorCode.GRANT_EXPIRED,
            "the grant that covers this ends within a second",
            "Renew it or ask for it again, then pass it on.")
        : RequestOutcome.Denied.of(
            ErrorCode.NO_GRANT,
            "none of your live grants covers this",
            "Call scopegate_request_capability for it first.");
  }

  private static Future<ToolReply> answer(RequestOutcome outcome) {
    return Future.succeededFuture(Replies.of(outcome));
  }

  private static Future<ToolReply> misuse(String what) {
    return Future.succeededFuture(new ToolReply.Misuse(what));
  }

  /** Kind names that answers use for codes about leases. */
  static boolean isLeaseError(ErrorCode code) {
    return code.kind() == ErrorKind.LEASE_ERROR;
  }
}
