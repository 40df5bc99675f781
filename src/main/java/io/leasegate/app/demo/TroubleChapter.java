package io.leasegate.app.demo;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.List;

/** What goes wrong in real life, and what the agent is told about it. */
final class TroubleChapter {

  static final List<DemoStep> STEPS =
      List.of(
          new DemoStep(
              "A tool fails; the agent reads why and can do better", TroubleChapter::toolFails),
          new DemoStep(
              "The server cuts the connection in the middle of a write; the gateway does not guess",
              TroubleChapter::cutConnection),
          new DemoStep(
              "The agent looks before it tries again, and so does not write twice",
              TroubleChapter::lookForTheEffect),
          new DemoStep("It calls a tool that does not exist", TroubleChapter::unknownTool));

  private static final String CUT = "Release notes";

  private TroubleChapter() {}

  private static void toolFails(Scene scene) throws IOException, InterruptedException {
    ToolAnswer answer = scene.call("sim__fail", new JsonObject().put("mode", "error"));
    scene.expect(
        !answer.ok() && answer.refusal().isEmpty() && answer.errorCode() == 0,
        "an error of the tool itself");
  }

  private static void cutConnection(Scene scene) throws IOException, InterruptedException {
    ToolAnswer answer =
        scene.call("sim__fail", new JsonObject().put("mode", "disconnect").put("title", CUT));
    scene.remark(answer.refusal().getString("next_step", ""));
    scene.expect(
        "upstream_lost".equals(answer.refusal().getString("code")), "a refusal, upstream_lost");
  }

  private static void lookForTheEffect(Scene scene) throws IOException, InterruptedException {
    ToolAnswer count = scene.callPatiently("sim__count", new JsonObject().put("title", CUT));
    scene.remark("It had run: only the answer was lost.");
    scene.expect(Integer.valueOf(1).equals(count.value().getInteger("count")), "one execution");
  }

  private static void unknownTool(Scene scene) throws IOException, InterruptedException {
    ToolAnswer answer = scene.call("sim__deploy", new JsonObject());
    scene.expect(answer.errorCode() == -32602, "error -32602 (invalid params)");
  }
}
