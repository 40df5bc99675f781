package io.leasegate.management;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.leasegate.core.capability.Capability;
import io.leasegate.core.error.ErrorCode;
import io.leasegate.core.grant.Grant;
import io.leasegate.core.time.Times;
import io.leasegate.grants.KilledText;
import io.leasegate.grants.RequestOutcome;
import io.leasegate.store.Approval;

/** Outcomes of requests as the objects that agents see. */
final class Replies {

  /** The answer to every request of a killed agent. */
  static final ToolReply KILLED =
      of(RequestOutcome.Denied.of(ErrorCode.KILLED, KilledText.REASON, KilledText.NEXT_STEP));

  private Replies() {}

  static ToolReply of(RequestOutcome outcome) {
    return outcome instanceof RequestOutcome.Misuse misuse
        ? new ToolReply.Misuse(misuse.what())
        : new ToolReply.Answer(object(outcome));
  }

  static ObjectNode object(RequestOutcome outcome) {
    if (outcome instanceof RequestOutcome.Granted granted) {
      return granted(granted);
    }
    if (outcome instanceof RequestOutcome.Pending pending) {
      return pending(pending);
    }
    return outcome instanceof RequestOutcome.Denied denied
        ? denied(denied)
        : Trees.object()
            .put("granted", false)
            .put("error", "ERROR: " + ((RequestOutcome.Misuse) outcome).what());
  }

  private static ObjectNode granted(RequestOutcome.Granted granted) {
    Grant grant = granted.grant();
    ObjectNode answer =
        Trees.object()
            .put("granted", true)
            .put("capability", grant.capability())
            .put("grant_id", grant.id())
            .put("expires_in_seconds", grant.remainingMs(granted.now()) / 1000)
            .put("matched_rule", granted.existing() ? "existing_grant" : grant.ruleName());
    grant.lease().ifPresent(lease -> answer.put("lease_id", lease.leaseId()));
    answer.put("renewable", grant.renewable());
    grant
        .parentGrantId()
        .ifPresent(
            parent ->
                answer.put("parent_grant_id", parent).put("to_agent", grant.identity().agent()));
    granted.note().ifPresent(note -> answer.put("note", note));
    return answer;
  }

  private static ObjectNode pending(RequestOutcome.Pending pending) {
    Approval approval = pending.approval();
    return Trees.object()
        .put("granted", false)
        .put("status", "pending_human_approval")
        .put("approval_id", approval.id())
        .put("approval_expires_at", Times.text(approval.expiresAt()))
        .put("reason", "the policy asks a human about " + approval.capability())
        .put(
            "instructions",
            "Tell the person you work for that approval "
                + approval.id()
                + " waits for them, and go on with something else meanwhile.")
        .put(
            "next_step",
            "When it has been approved, call the tool: the grant is there. Asking again answers"
                + " the same approval while it is open.");
  }

  private static ObjectNode denied(RequestOutcome.Denied denied) {
    boolean lease = GrantTools.isLeaseError(denied.code());
    ObjectNode answer =
        Trees.object()
            .put("granted", false)
            .put("code", lease ? "lease_error" : denied.code().wireName())
            .put("reason", denied.reason())
            .put("next_step", denied.nextStep());
    if (lease) {
      answer.put("detail", denied.code().wireName());
    }
    denied
        .detail()
        .ifPresent(
            detail ->
                answer
                    .putObject("detail")
                    .put("deny", detail.deny().text())
                    .put("witness", detail.witness().map(Capability::text).orElse("")));
    return answer;
  }
}
