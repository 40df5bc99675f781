package io.leasegate.it;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.leasegate.testing.Json;
import io.leasegate.testing.RawResponse;

/** How one request to a gateway ended, as its client sees it. */
sealed interface Answer {

  /**
   * The tool's result.
   *
   * @param content without what the gateway says about the key
   * @param stored whether it can be replayed for sure
   */
  record Done(String content, boolean replayed, boolean stored) implements Answer {}

  /** The gateway refused with that code. */
  record Refused(String code) implements Answer {}

  /** The gateway gave an error of the protocol. */
  record Failed(String error) implements Answer {}

  /** No answer, or none of the protocol. */
  record Broken(String why) implements Answer {}

  static Answer of(RawResponse response) {
    if (response.status() != 200 || response.answerText().isEmpty()) {
      return new Broken("status " + response.status());
    }
    JsonNode message = response.json();
    if (!(message.path("result") instanceof ObjectNode result)) {
      return new Failed(message.path("error").toString());
    }
    if (!response.refusal().isEmpty()) {
      return new Refused(response.refusal());
    }
    JsonNode key = result.path("_meta").path("io.leasegate/idempotency");
    ObjectNode content = result.deepCopy();
    content.remove("_meta");
    return new Done(
        content.toString(), key.path("replayed").asBoolean(), key.path("stored").asBoolean(true));
  }

  /** What a management tool answered. */
  static JsonNode structured(RawResponse response) {
    return response.status() == 200
        ? response.result().path("structuredContent")
        : Json.read("null");
  }
}
