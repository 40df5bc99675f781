package io.leasegate.downstream;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.regex.Pattern;
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
    @Nullable String name,
    @Nullable String traceparent) {

  // a name in this form carries its hash; a text is hashed anew for each request
  private static final CharSequence PROTOCOL_VERSION =
      HttpHeaders.createOptimized("mcp-protocol-version");
  private static final CharSequence SESSION_ID = HttpHeaders.createOptimized("mcp-session-id");
  private static final CharSequence METHOD = HttpHeaders.createOptimized("mcp-method");
  private static final CharSequence NAME = HttpHeaders.createOptimized("mcp-name");

  private static final CharSequence TRACEPARENT = HttpHeaders.createOptimized("traceparent");
  private static final Pattern W3C =
      Pattern.compile("[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}");

  static PostHeaders of(HttpServerRequest request, @Nullable String door) {
    return new PostHeaders(
        door,
        request.getHeader(PROTOCOL_VERSION),
        request.getHeader(SESSION_ID),
        request.getHeader(METHOD),
        request.getHeader(NAME),
        wellFormed(request.getHeader(TRACEPARENT)));
  }

  /** The only header of a client that travels on: nothing but a trace context does. */
  private static @Nullable String wellFormed(@Nullable String traceparent) {
    return traceparent != null && W3C.matcher(traceparent).matches() ? traceparent : null;
  }
}
