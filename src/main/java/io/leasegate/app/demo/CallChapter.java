package io.leasegate.app.demo;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Everyday calls: an agent finds tools and uses them through the gateway. */
final class CallChapter {

  static final List<DemoStep> STEPS =
      List.of(
          new DemoStep("The agent connects and learns what the gateway offers", CallChapter::hello),
          new DemoStep(
              "It lists the tools; each carries the name of the server behind the gateway",
              CallChapter::listTools),
          new DemoStep("It calls a tool; the answer comes back untouched", CallChapter::echo),
          new DemoStep("It calls another one, which computes", CallChapter::add),
          new DemoStep("It writes: an issue is created, exactly one", CallChapter::createIssue),
          new DemoStep(
              "It calls something slow; progress arrives before the answer",
              CallChapter::progress));

  private static final String OWN_TOOLS = "scopegate_";
  private static final String TITLE = "Broken link on the start page";
  private static final int PROGRESS_STEPS = 3;

  private CallChapter() {}

  private static void hello(Scene scene) throws IOException, InterruptedException {
    scene.sent("initialize (MCP " + McpClient.VERSION + ")");
    McpAnswer answer = scene.agent().initialize();
    JsonObject hello =
        answer instanceof McpAnswer.Result result ? result.value() : new JsonObject();
    JsonObject server = hello.getJsonObject("serverInfo", new JsonObject());
    scene.got(
        server.getString("title")
            + " "
            + server.getString("version")
            + " speaks MCP "
            + hello.getString("protocolVersion")
            + (scene.agent().hasSession() ? " and opened a session" : ""));
    scene.expect(
        McpClient.VERSION.equals(hello.getString("protocolVersion")), "the version asked for");
    scene.expect(scene.agent().hasSession(), "a session");
  }

  private static void listTools(Scene scene) throws IOException, InterruptedException {
    scene.sent("tools/list");
    McpAnswer answer = scene.agent().request("tools/list", new JsonObject(), ignored -> {});
    List<String> names = new ArrayList<>();
    if (answer instanceof McpAnswer.Result result) {
      JsonArray tools = result.value().getJsonArray("tools", new JsonArray());
      for (int i = 0; i < tools.size(); i++) {
        names.add(tools.getJsonObject(i).getString("name"));
      }
    }
    Map<Boolean, List<String>> byOwner =
        names.stream().collect(Collectors.partitioningBy(name -> name.startsWith(OWN_TOOLS)));
    List<String> own = byOwner.getOrDefault(true, List.of());
    List<String> proxied = byOwner.getOrDefault(false, List.of());
    scene.got(proxied.size() + " tools: " + String.join(", ", proxied));
    scene.got("and " + own.size() + " of the gateway itself: " + String.join(", ", own));
    scene.expect(
        names.containsAll(List.of("sim__echo", "sim__add", "sim__create_issue")),
        "the tools of the simulated server");
    scene.expect(own.contains("scopegate_request_capability"), "the gateway's own tools");
  }

  private static void echo(Scene scene) throws IOException, InterruptedException {
    ToolAnswer answer = scene.call("sim__echo", new JsonObject().put("text", "Hello, tools!"));
    scene.expect("Hello, tools!".equals(answer.value().getString("text")), "the same text");
  }

  private static void add(Scene scene) throws IOException, InterruptedException {
    ToolAnswer answer = scene.call("sim__add", new JsonObject().put("a", 19).put("b", 23));
    scene.expect(Integer.valueOf(42).equals(answer.value().getInteger("sum")), "42");
  }

  private static void createIssue(Scene scene) throws IOException, InterruptedException {
    ToolAnswer issue =
        scene.call(
            "sim__create_issue", new JsonObject().put("title", TITLE).put("project", "website"));
    scene.expect(issue.ok(), "an issue");
    ToolAnswer count = scene.call("sim__count", new JsonObject().put("title", TITLE));
    scene.expect(Integer.valueOf(1).equals(count.value().getInteger("count")), "one execution");
  }

  private static void progress(Scene scene) throws IOException, InterruptedException {
    JsonObject arguments = new JsonObject().put("steps", PROGRESS_STEPS);
    scene.sent("sim__progress " + arguments.encode());
    List<Integer> seen = new ArrayList<>();
    ToolAnswer answer =
        scene
            .agent()
            .call(
                "sim__progress",
                arguments,
                progress -> {
                  seen.add(progress.getInteger("progress"));
                  scene.got("progress: " + progress.getString("message"));
                });
    scene.got(answer.shown());
    scene.expect(answer.ok() && seen.equals(List.of(1, 2, 3)), "three reports, then the answer");
  }
}
