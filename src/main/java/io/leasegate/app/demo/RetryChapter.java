package io.leasegate.app.demo;

import io.leasegate.core.call.Identity;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.List;

/** Writes that are tried again: under a key each of them runs at most once. */
final class RetryChapter {

  static final List<DemoStep> STEPS =
      List.of(
          new DemoStep(
              "It writes with a key of its own making; no answer comes, it thinks, and tries again",
              RetryChapter::retry),
          new DemoStep(
              "It uses the key for something else: that is refused, not mixed up",
              RetryChapter::conflict),
          new DemoStep(
              "This time the connection is really cut in the middle of a write with a key",
              RetryChapter::cut),
          new DemoStep(
              "It tries again: nobody can know whether that ran, so it is not sent twice",
              RetryChapter::unknown),
          new DemoStep(
              "A person looks: it had run. They say so, and the retry has its answer",
              RetryChapter::resolve));

  private static final String AGENT = "retrying-agent";
  private static final String TITLE = "Typo in the imprint";
  private static final String CUT = "Newsletter of March";
  private static final String KEY = "fix-imprint-1";
  private static final String CUT_KEY = "newsletter-march";

  private RetryChapter() {}

  private static JsonObject issue(String title) {
    return new JsonObject()
        .put("title", title)
        .put("project", "website")
        .put("_sg_idempotency_key", KEY);
  }

  private static JsonObject newsletter() {
    return new JsonObject()
        .put("mode", "disconnect")
        .put("title", CUT)
        .put("_sg_idempotency_key", CUT_KEY);
  }

  private static void retry(Scene scene) throws IOException, InterruptedException {
    scene.enter(AGENT).initialize();
    ToolAnswer first = scene.call("sim__create_issue", issue(TITLE));
    ToolAnswer again = scene.call("sim__create_issue", issue(TITLE));
    scene.got("and in _meta: " + again.idempotency().encode());
    ToolAnswer count = scene.call("sim__count", new JsonObject().put("title", TITLE));
    scene.expect(first.ok() && first.idempotency().isEmpty(), "an issue");
    scene.expect(
        again.value().equals(first.value()) && again.idempotency().getBoolean("replayed", false),
        "the first answer, replayed");
    scene.expect(Integer.valueOf(1).equals(count.value().getInteger("count")), "one execution");
  }

  private static void conflict(Scene scene) throws IOException, InterruptedException {
    ToolAnswer answer = scene.call("sim__create_issue", issue("Another typo"));
    scene.remark(answer.refusal().getString("next_step", ""));
    scene.expect(
        "idempotency_key_conflict".equals(answer.refusal().getString("code")),
        "a refusal, idempotency_key_conflict");
  }

  private static void cut(Scene scene) throws IOException, InterruptedException {
    ToolAnswer answer = scene.callPatiently("sim__fail", newsletter());
    scene.expect(
        "upstream_lost".equals(answer.refusal().getString("code")), "a refusal, upstream_lost");
  }

  private static void unknown(Scene scene) throws IOException, InterruptedException {
    ToolAnswer answer = scene.call("sim__fail", newsletter());
    scene.remark(answer.refusal().getString("next_step", ""));
    scene.expect(
        "idempotency_outcome_unknown".equals(answer.refusal().getString("code")),
        "a refusal, idempotency_outcome_unknown");
  }

  private static void resolve(Scene scene) throws IOException, InterruptedException {
    ToolAnswer count = scene.callPatiently("sim__count", new JsonObject().put("title", CUT));
    scene.expect(Integer.valueOf(1).equals(count.value().getInteger("count")), "one execution");
    scene.operate(
        "/admin/idempotency/" + Identity.DEFAULT + "/" + AGENT + "/" + CUT_KEY + "/resolve",
        new JsonObject().put("outcome", "executed"),
        "key",
        "outcome");
    ToolAnswer again = scene.call("sim__fail", newsletter());
    scene.expect(
        again.ok() && again.idempotency().getBoolean("replayed", false), "a replayed answer");
  }
}
