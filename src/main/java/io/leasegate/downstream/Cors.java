package io.leasegate.downstream;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;

/** What a browser needs to hear before it lets a page of an allowed origin talk to the gateway. */
final class Cors {

  private Cors() {}

  /** Adds the headers for a request whose origin has been let in. */
  static void allow(HttpServerRequest request) {
    String origin = request.getHeader(HttpHeaders.ORIGIN);
    if (origin == null) {
      return;
    }
    request
        .response()
        .putHeader("access-control-allow-origin", origin)
        .putHeader("vary", "Origin")
        .putHeader("access-control-expose-headers", "Mcp-Session-Id, MCP-Protocol-Version")
        .putHeader("access-control-allow-methods", "POST, GET, DELETE")
        .putHeader("access-control-max-age", "600");
    String wanted = request.getHeader("access-control-request-headers");
    if (wanted != null) {
      request.response().putHeader("access-control-allow-headers", wanted);
    }
  }
}
