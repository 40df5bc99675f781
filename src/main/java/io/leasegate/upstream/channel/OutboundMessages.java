package io.leasegate.upstream.channel;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.leasegate.jsonrpc.JsonStrings;
import io.leasegate.jsonrpc.RpcError;
import io.leasegate.jsonrpc.RpcMessage;
import io.leasegate.upstream.LogLevel;
import io.vertx.core.buffer.Buffer;

/** What the gateway says to an upstream by itself, beside requests that it waits for. */
final class OutboundMessages {

  private OutboundMessages() {}

  /** Asks the upstream to stop a request. */
  static Buffer cancelled(long id, String reason) {
    return Buffer.buffer(
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":"
            + id
            + ",\"reason\":"
            + quoted(reason)
            + "}}");
  }

  /** Params of {@code logging/setLevel}. */
  static String levelParams(LogLevel level) {
    return "{\"level\":\"" + level.wireName() + "\"}";
  }

  /**
   * The answer to a request of the upstream: only a ping has one, since no client capability was
   * declared.
   */
  static Buffer answerTo(RpcMessage request) {
    String outcome =
        request.method().equals("ping")
            ? "\"result\":{}"
            : "\"error\":{\"code\":"
                + RpcError.METHOD_NOT_FOUND
                + ",\"message\":\"Method not found\"}";
    return Buffer.buffer("{\"jsonrpc\":\"2.0\",\"id\":")
        .appendBytes(request.bytes(), request.idFrom(), request.idTo() - request.idFrom())
        .appendString("," + outcome + "}");
  }

  private static String quoted(String text) {
    return new String(JsonStrings.quote(text), UTF_8);
  }
}
