package io.leasegate.upstream.http;

import io.leasegate.core.error.ErrorCode;
import io.leasegate.jsonrpc.RpcError;
import io.leasegate.jsonrpc.RpcMessage;
import io.leasegate.jsonrpc.RpcScanner;
import io.leasegate.jsonrpc.Scan;
import io.leasegate.upstream.UpstreamAnswer;
import io.leasegate.upstream.UpstreamAnswer.OutcomeUnknown;
import io.leasegate.upstream.UpstreamAnswer.Rejected;
import io.leasegate.upstream.UpstreamAnswer.Response;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP answer to a JSON-RPC request, without its body: what the body says of the request. A
 * request may have run unless the whole of it proves that it has not.
 *
 * @param id the id of the request
 * @param inSession whether the request named a session
 * @param sessionId the answer's header {@code Mcp-Session-Id}
 * @param retryAfter the answer's header of that name
 */
record HttpAnswer(
    String id,
    boolean inSession,
    int status,
    @Nullable String sessionId,
    @Nullable String retryAfter) {

  /** How the request ended, by the whole body. */
  ExchangeEnd read(RpcScanner scanner, byte[] body) {
    Scan scan = scanner.scan(body);
    RpcMessage message = scan instanceof Scan.One one ? one.message() : null;
    boolean cut = scan instanceof Scan.Bad bad && isCutJson(bad, body);
    if (inSession && saysNoSession(message, cut)) {
      return new ExchangeEnd.SessionGone();
    }
    return new ExchangeEnd.Answered(answer(message), sessionId);
  }

  private boolean saysNoSession(@Nullable RpcMessage message, boolean cut) {
    return switch (status) {
      // cut JSON may be the first part of any answer: it proves nothing
      case 404 -> message == null ? !cut : namesSession(message) || !isOurs(message);
      case 400 -> message != null && namesSession(message);
      default -> false;
    };
  }

  private UpstreamAnswer answer(@Nullable RpcMessage message) {
    return switch (status) {
      case 401, 403 ->
          new Rejected(ErrorCode.UPSTREAM_UNAUTHORIZED, "refused the gateway's credentials", 0);
      case 429 -> new Rejected(ErrorCode.UPSTREAM_BUSY, "asked for fewer calls", seconds());
      default -> message == null || status >= 500 ? noAnswer() : only(message);
    };
  }

  private OutcomeUnknown noAnswer() {
    return lost(
        status == 200
            ? "answered with something that is no JSON-RPC message"
            : "answered HTTP " + status);
  }

  /** The meaning of a message that is all of the answer: its error needs no id. */
  private UpstreamAnswer only(RpcMessage message) {
    return message.kind() == RpcMessage.Kind.ERROR && !message.hasId()
        ? new Response(message)
        : responseTo(id, message);
  }

  /** What a message says that came as the answer to the request of that id. */
  static UpstreamAnswer responseTo(String id, RpcMessage message) {
    if (message.kind() != RpcMessage.Kind.RESULT && message.kind() != RpcMessage.Kind.ERROR) {
      return lost("answered with a message that is no response");
    }
    return message.hasId() && message.idText().equals(id)
        ? new Response(message)
        : lost("answered under an id that was never sent");
  }

  private static OutcomeUnknown lost(String why) {
    return new OutcomeUnknown(ErrorCode.UPSTREAM_LOST, why);
  }

  private boolean isOurs(RpcMessage message) {
    return message.hasId() && message.idText().equals(id);
  }

  private static boolean namesSession(RpcMessage message) {
    String text = message.string(message.error(), "message");
    String lower = text == null ? "" : text.toLowerCase(Locale.ROOT);
    return lower.contains("session") || lower.contains("not initialized");
  }

  /** Begins like a message, and is not even JSON. */
  private static boolean isCutJson(Scan.Bad bad, byte[] body) {
    int i = 0;
    while (i < body.length && body[i] <= ' ' && body[i] >= 0) {
      i++;
    }
    return i < body.length
        && (body[i] == '{' || body[i] == '[')
        && bad.error().code() == RpcError.PARSE_ERROR;
  }

  private int seconds() {
    try {
      return retryAfter == null
          ? 1
          : Math.max(1, Math.min(3600, Integer.parseInt(retryAfter.trim())));
    } catch (NumberFormatException e) {
      return 1; // a date, or nonsense: the caller only needs a hint
    }
  }
}
