package io.leasegate.app.demo;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The story of a lease: permission that is limited in time and in writes, and can be taken back.
 */
final class LeaseChapter {

  private static final String AGENT = "night-worker";
  private static final String TITLE = "Dead link, found at night";
  private static final String TTL = "10s";
  private static final int WRITES = 3;
  private static final Duration MARK_WITHIN = Duration.ofSeconds(15);

  private static final String REQUEST = "scopegate_request_capability";
  private static final String REVOKE = "scopegate_revoke_capability";
  private static final String NOTIFICATION = "notifications/message";
  private static final String[] GRANTED = {
    "granted", "capability", "grant_id", "expires_in_seconds", "renewable"
  };

  private String lease = "";
  private String grant = "";

  List<DemoStep> steps() {
    return List.of(
        new DemoStep(
            "Another agent has a long task. It opens a lease: five minutes, three writes",
            this::open),
        new DemoStep(
            "Under the lease it asks for permission to use the tools, for a few seconds at a time",
            this::request),
        new DemoStep(
            "It calls; the server behind the gateway is told under which lease", this::callFenced),
        new DemoStep(
            "The permission is about to end: the gateway tells the agent, without being asked",
            this::noticeOnTheStream),
        new DemoStep(
            "An agent that does not listen hears the same with its next answer",
            this::noticeWithTheAnswer),
        new DemoStep("It renews in time and goes on; there is no notice any more", this::renew),
        new DemoStep(
            "It writes until the writes of its lease are used; one more is refused", this::spend),
        new DemoStep("Reading goes on; each answer says that no writes are left", this::read),
        new DemoStep("It ends its lease; from then on every call is refused", this::revoke),
        new DemoStep("It does not get back in by trying: it has to ask, and may", this::askAgain),
        new DemoStep(
            "A person sees something odd and stops the agent: nothing goes through", this::kill),
        new DemoStep(
            "Let go again, it cannot take back what it had: a person decides, and says yes",
            this::release));
  }

  private void open(Scene scene) throws IOException, InterruptedException {
    McpClient agent = scene.enter(AGENT);
    agent.initialize();
    agent.listen(); // before anything is granted, so that no notice can be missed
    ToolAnswer opened =
        scene.ask(
            "scopegate_open_task_lease",
            new JsonObject()
                .put("goal", "find dead links and file them")
                .put("upstreams", new JsonArray().add("sim"))
                .put("max_total", "5m")
                .put("max_writes", WRITES),
            "lease_id",
            "total_ms",
            "max_writes");
    lease = opened.value().getString("lease_id", "");
    scene.expect(opened.ok() && !lease.isEmpty(), "a lease");
    scene.expect(
        Integer.valueOf(WRITES).equals(opened.value().getInteger("max_writes")),
        "as many writes as asked for");
  }

  private void request(Scene scene) throws IOException, InterruptedException {
    ToolAnswer granted =
        scene.ask(
            REQUEST,
            new JsonObject()
                .put("capability", "sim:call:*")
                .put("reason", "check links, file issues")
                .put("ttl", TTL)
                .put("lease_id", lease),
            GRANTED);
    grant = granted.value().getString("grant_id", "");
    scene.expect(
        lease.equals(granted.value().getString("lease_id"))
            && granted.value().getBoolean("renewable", false),
        "a renewable grant under the lease");
  }

  private void callFenced(Scene scene) throws IOException, InterruptedException {
    ToolAnswer answer = scene.ask("sim__fence", new JsonObject(), "header");
    scene.remark("The server got that header: a lease, and how often it changed hands.");
    scene.expect((lease + ":1").equals(answer.value().getString("header")), "lease and generation");
  }

  private void noticeOnTheStream(Scene scene) throws InterruptedException {
    scene.remark("(Waiting for the mark: less than a fifth of " + TTL + " left.)");
    JsonObject pushed = scene.agent().pushed(NOTIFICATION, MARK_WITHIN);
    JsonObject notice = data(pushed);
    scene.got(Scene.picked(notice, "grant_id", "capability", "expires_in_s", "renewable").encode());
    scene.remark(notice.getString("hint", ""));
    scene.expect(grant.equals(notice.getString("grant_id")), "a notice about the grant");
  }

  private static JsonObject data(@Nullable JsonObject message) {
    return message == null
        ? new JsonObject()
        : message.getJsonObject("params", new JsonObject()).getJsonObject("data", new JsonObject());
  }

  private void noticeWithTheAnswer(Scene scene) throws IOException, InterruptedException {
    ToolAnswer answer = scene.ask("sim__echo", new JsonObject().put("text", "still here"), "text");
    scene.got(
        "notice: "
            + Scene.picked(answer.notice(), "grant_id", "expires_in_s", "renewable").encode());
    scene.expect(grant.equals(answer.notice().getString("grant_id")), "a notice with the answer");
  }

  private void renew(Scene scene) throws IOException, InterruptedException {
    ToolAnswer renewed =
        scene.ask(
            "scopegate_renew_capability",
            new JsonObject().put("grant_id", grant),
            "renewed",
            "expires_in_seconds");
    scene.expect(renewed.value().getBoolean("renewed", false), "a renewed grant");
    ToolAnswer answer = scene.ask("sim__echo", new JsonObject().put("text", "going on"), "text");
    scene.expect(answer.ok() && answer.notice().isEmpty(), "an answer without a notice");
  }

  private void spend(Scene scene) throws IOException, InterruptedException {
    JsonObject issue = new JsonObject().put("title", TITLE).put("project", "website");
    for (int i = 0; i < WRITES; i++) {
      ToolAnswer written = scene.ask("sim__create_issue", issue, "number");
      scene.expect(written.ok(), "an issue");
    }
    ToolAnswer refused = scene.call("sim__create_issue", issue);
    scene.remark(refused.refusal().getString("next_step", ""));
    scene.expect(
        "write_budget_exhausted".equals(refused.refusal().getString("code")),
        "a refusal, write_budget_exhausted");
  }

  private void read(Scene scene) throws IOException, InterruptedException {
    ToolAnswer count = scene.ask("sim__count", new JsonObject().put("title", TITLE), "count");
    JsonObject left = count.notice().getJsonObject("lease", new JsonObject());
    scene.got("notice: " + Scene.picked(left, "remaining_s", "writes_left").encode());
    scene.expect(Integer.valueOf(WRITES).equals(count.value().getInteger("count")), "three issues");
    scene.expect(Integer.valueOf(0).equals(left.getInteger("writes_left")), "no writes left");
  }

  private void revoke(Scene scene) throws IOException, InterruptedException {
    ToolAnswer revoked =
        scene.ask(REVOKE, new JsonObject().put("lease_id", lease), "revoked", "grants_revoked");
    scene.expect(revoked.value().getBoolean("revoked", false), "the end of the lease");
    ToolAnswer refused = echo(scene);
    scene.expect(
        "lease_revoked".equals(refused.refusal().getString("code")), "a refusal, lease_revoked");
  }

  private void askAgain(Scene scene) throws IOException, InterruptedException {
    ToolAnswer granted = askForEcho(scene, GRANTED);
    scene.expect(granted.value().getBoolean("granted", false), "a grant");
    scene.expect(echo(scene).ok(), "an answer");
  }

  private void kill(Scene scene) throws IOException, InterruptedException {
    scene.operate(
        "/admin/kill", new JsonObject().put("agent", AGENT), "agent", "killed", "grants_revoked");
    ToolAnswer refused = echo(scene);
    scene.remark(refused.refusal().getString("next_step", ""));
    ToolAnswer asked = askForEcho(scene, "granted", "code");
    scene.expect("killed".equals(refused.refusal().getString("code")), "a refusal, killed");
    scene.expect("killed".equals(asked.value().getString("code")), "no grant either");
  }

  private void release(Scene scene) throws IOException, InterruptedException {
    scene.operate("/admin/kill/release", new JsonObject().put("agent", AGENT), "agent", "released");
    ToolAnswer asked = askForEcho(scene, "granted", "status", "approval_id");
    scene.expect(
        "pending_human_approval".equals(asked.value().getString("status")), "a person is asked");
    scene.operate(
        "/admin/approvals/" + asked.value().getString("approval_id") + "/approve",
        new JsonObject(),
        "capability",
        "status");
    scene.expect(echo(scene).ok(), "an answer");
  }

  private static ToolAnswer askForEcho(Scene scene, String... members)
      throws IOException, InterruptedException {
    return scene.ask(
        REQUEST,
        new JsonObject().put("capability", "sim:call:echo").put("reason", "one more look"),
        members);
  }

  private static ToolAnswer echo(Scene scene) throws IOException, InterruptedException {
    return scene.call("sim__echo", new JsonObject().put("text", "anybody there?"));
  }
}
