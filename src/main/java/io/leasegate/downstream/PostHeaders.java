package io.leasegate.downstream;

import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;

/**
 * The headers of a request that MCP gives a meaning.
 *
 * @param door the upstream of {@code /mcp/<upstream>}, or null at {@code /mcp}
 */
record PostHeaders(
    @Nullable String door,
    @Nullable String protocolVersion,
    @Nullable String sessionId,
    @Nullable String method,
    @Nullable String name) {

  static PostHeaders of(HttpServerRequest request, @Nullable String door) {
    return new PostHeaders(
        door,
        request.getHeader("mcp-protocol-version"),
        request.getHeader("mcp-session-id"),
        request.getHeader("mcp-method"),
        request.getHeader("mcp-name"));
  }
}
