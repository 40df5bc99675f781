package io.leasegate.sim;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One {@code tools/call}: what was asked, what came with it, and where the answer goes. */
record ToolCall(
    ToolDefinition tool,
    SimMessage.Request request,
    Map<String, String> headers,
    RunningCalls.Run run,
    SimPeer peer) {

  JsonNode arguments() {
    return request.params().path("arguments");
  }

  JsonNode meta() {
    return request.params().path("_meta");
  }

  String text(String argument) {
    return arguments().path(argument).asText();
  }

  long whole(String argument) {
    return arguments().path(argument).longValue();
  }

  @Nullable String optionalText(String argument) {
    return arguments().path(argument).textValue();
  }

  /** Answers, unless the call was cancelled. */
  void answer(byte[] message) {
    if (run.end()) {
      peer.send(message);
    }
  }

  void answer(JsonNode structured) {
    answer(MessageCodec.toolResult(request.id(), structured, ""));
  }

  void answerError(String message) {
    answer(MessageCodec.toolError(request.id(), message));
  }
}
