package io.leasegate.management;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** What a management tool says. */
public sealed interface ToolReply {

  /** The answer, a refused request included. */
  record Answer(ObjectNode object) implements ToolReply {}

  /**
   * The tool was used wrongly.
   *
   * @param what is wrong and what to send instead
   */
  record Misuse(String what) implements ToolReply {}

  /** The result of {@code tools/call} as JSON text. */
  default String resultJson(boolean modern) {
    ObjectNode result = Trees.object();
    if (modern) {
      result.put("resultType", "complete");
    }
    if (this instanceof Answer answer) {
      result
          .putArray("content")
          .addObject()
          .put("type", "text")
          .put("text", Trees.text(answer.object()));
      result.set("structuredContent", answer.object());
    } else {
      result
          .putArray("content")
          .addObject()
          .put("type", "text")
          .put("text", "ERROR: " + ((Misuse) this).what());
      result.put("isError", true);
    }
    return Trees.text(result);
  }
}
