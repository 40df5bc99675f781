package io.leasegate.app.operator;

import io.leasegate.core.policy.Decision;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Collection;
import java.util.function.Function;

/** An explanation for programs. */
final class ExplanationJson {

  private ExplanationJson() {}

  static JsonObject of(PolicyExplanation explanation) {
    JsonObject json =
        new JsonObject()
            .put("agent", explanation.identity().agent())
            .put("workspace", explanation.identity().workspace())
            .put("capability", explanation.capability().text());
    explanation.entry().ifPresent(key -> json.put("entry", key));
    return json.put("entry_reason", explanation.why())
        .put("decision", decision(explanation))
        .put("deny", array(explanation.denies(), ExplanationJson::deny))
        .put("rules", array(explanation.rules(), ExplanationJson::rule))
        .put("limits", array(explanation.limits(), ExplanationJson::limit));
  }

  private static JsonObject decision(PolicyExplanation explanation) {
    Decision decision = explanation.decision();
    JsonObject json = new JsonObject();
    if (decision instanceof Decision.Deny deny) {
      json.put("outcome", "denied")
          .put("code", deny.code().wireName())
          .put("reason", deny.reason())
          .put("next_step", deny.nextStep());
    } else if (decision instanceof Decision.Allow allow) {
      json.put("outcome", "granted")
          .put("rule", allow.ruleName())
          .put("ttl_s", allow.ttl().toSeconds());
    } else if (decision instanceof Decision.NeedsApproval needs) {
      json.put("outcome", "needs_approval")
          .put("rule", needs.ruleName())
          .put("ttl_s", needs.ttl().toSeconds())
          .put("approval_ttl_s", needs.approvalTtl().toSeconds());
    }
    explanation.ttlFrom().ifPresent(from -> json.put("ttl_from", from));
    return json;
  }

  private static JsonObject deny(PolicyExplanation.DenyVerdict deny) {
    JsonObject json =
        new JsonObject()
            .put("glob", deny.glob())
            .put("from", deny.from())
            .put("overlaps", deny.overlap().possible());
    deny.overlap().findWitness().ifPresent(witness -> json.put("witness", witness.text()));
    return json;
  }

  private static JsonObject rule(PolicyExplanation.RuleVerdict verdict) {
    JsonObject json =
        new JsonObject()
            .put("index", verdict.index())
            .put("match", verdict.rule().match())
            .put("fit", verdict.fit().toString())
            .put("decides", verdict.decides())
            .put("auto_approve", verdict.rule().autoApprove())
            .put("lease_required", verdict.rule().leaseRequired());
    verdict.rule().ttl().ifPresent(ttl -> json.put("ttl_s", ttl.toSeconds()));
    if (!verdict.rule().when().isEmpty()) {
      json.put("when", array(verdict.rule().when().keySet(), path -> path));
    }
    return json;
  }

  private static JsonObject limit(PolicyExplanation.Limit limit) {
    return new JsonObject()
        .put("name", limit.name())
        .put("value", limit.value())
        .put("from", limit.from());
  }

  private static <T> JsonArray array(Collection<T> items, Function<T, Object> json) {
    JsonArray array = new JsonArray();
    items.forEach(item -> array.add(json.apply(item)));
    return array;
  }
}
