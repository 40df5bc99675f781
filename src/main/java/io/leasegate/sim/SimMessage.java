package io.leasegate.sim;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** One JSON-RPC message as a server sees it. */
sealed interface SimMessage {

  /**
   * A request.
   *
   * @param id the id as it was written, quotes and escapes included
   * @param idValue the same as a value, for finding the call again
   * @param progressToken the token of {@code params._meta} as it was written
   */
  record Request(
      String id, JsonNode idValue, String method, ObjectNode params, @Nullable String progressToken)
      implements SimMessage {}

  /** A notification. */
  record Notification(String method, ObjectNode params) implements SimMessage {}

  /** A client's answer to a server's request; the simulated upstream asks nothing. */
  record Response() implements SimMessage {}

  /** What is no message; {@code id} is the text {@code null} where none could be read. */
  record Invalid(String id, int code, String message) implements SimMessage {}
}
