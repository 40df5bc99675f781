package io.leasegate.jsonrpc;

import org.jspecify.annotations.Nullable;

/**
 * A JSON-RPC error object.
 *
 * @param code JSON-RPC 2.0 section 5.1, or one of MCP's
 * @param message one line
 * @param data JSON text of the {@code data} member, or null for none
 */
public record RpcError(int code, String message, @Nullable String data) {

  public static final int PARSE_ERROR = -32700;
  public static final int INVALID_REQUEST = -32600;
  public static final int METHOD_NOT_FOUND = -32601;
  public static final int INVALID_PARAMS = -32602;
  public static final int INTERNAL_ERROR = -32603;

  /** MCP's code for a session that does not exist (any more). */
  public static final int SESSION_NOT_FOUND = -32001;

  /** 2026-07-28: a header is missing or does not say what the body says. */
  public static final int HEADER_MISMATCH = -32020;

  /** 2026-07-28: a protocol version that is not served. */
  public static final int UNSUPPORTED_VERSION = -32022;

  private static final int EXCERPT = 200;

  public static RpcError of(int code, String message) {
    return new RpcError(code, message, null);
  }

  public static RpcError invalidRequest(String message) {
    return of(INVALID_REQUEST, "Invalid Request: " + message);
  }

  public static RpcError invalidParams(String message) {
    return of(INVALID_PARAMS, "Invalid params: " + message);
  }

  public static RpcError methodNotFound(String method) {
    return of(METHOD_NOT_FOUND, "Method not found: " + excerpt(method));
  }

  /** The beginning of a text that a peer chose, for a message about it. */
  public static String excerpt(String text) {
    return text.length() <= EXCERPT ? text : text.substring(0, EXCERPT) + "…";
  }
}
