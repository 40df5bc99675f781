package io.leasegate.app.demo;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** The answer to a tool call, with the parts that a reader of the demo cares for. */
record ToolAnswer(McpAnswer answer) {

  private JsonObject result() {
    return answer instanceof McpAnswer.Result result ? result.value() : new JsonObject();
  }

  /** The tool ran and is content. */
  boolean ok() {
    return answer instanceof McpAnswer.Result && !result().getBoolean("isError", false);
  }

  /** What the tool answered as JSON; empty when it did not. */
  JsonObject value() {
    return result().getJsonObject("structuredContent", new JsonObject());
  }

  /** Why the gateway refused; empty when it did not. */
  JsonObject refusal() {
    return result()
        .getJsonObject("_meta", new JsonObject())
        .getJsonObject("io.leasegate/error", new JsonObject());
  }

  /** What the gateway tells beside the answer of a grant that ends soon; empty when nothing. */
  JsonObject notice() {
    return result()
        .getJsonObject("_meta", new JsonObject())
        .getJsonObject("io.leasegate/notice", new JsonObject());
  }

  /** What is said about the call's key; empty when nothing. */
  JsonObject idempotency() {
    return result()
        .getJsonObject("_meta", new JsonObject())
        .getJsonObject("io.leasegate/idempotency", new JsonObject());
  }

  /** The code of the JSON-RPC error, or 0. */
  int errorCode() {
    return answer instanceof McpAnswer.Failure failure ? failure.code() : 0;
  }

  /** After how many seconds the same call may work; 0 when waiting does not help. */
  int retryAfterSeconds() {
    return refusal().getInteger("retry_after_s", 0);
  }

  /** The text that a model reads. */
  String text() {
    JsonArray content = result().getJsonArray("content", new JsonArray());
    return content.isEmpty() ? "" : content.getJsonObject(0).getString("text", "");
  }

  /** In one line. */
  String shown() {
    if (answer instanceof McpAnswer.Failure failure) {
      return "error " + failure.code() + ": " + failure.message();
    }
    if (!refusal().isEmpty()) {
      return "refused, " + refusal().getString("code") + ": " + refusal().getString("message");
    }
    return (ok() ? "" : "the tool failed: ") + text();
  }
}
