package io.leasegate.bench.load;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Opens the session that all connections of a contestant use, as a client of 2025-11-25 does. */
final class McpSession {
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(10);

  private McpSession() {}

  /** Initialises a session at this endpoint and answers its id. */
  static String open(URI mcp) throws IOException, InterruptedException {
    // The client's thread ends with the client; no HTTP/2 upgrade is to be tried.
    HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    HttpResponse<String> initialized =
        http.send(
            request(mcp)
                .POST(
                    BodyPublishers.ofString(
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{"
                            + "\"protocolVersion\":\"%s\",\"capabilities\":{},"
                                .formatted(RequestTemplate.PROTOCOL_VERSION)
                            + "\"clientInfo\":{\"name\":\"bench\",\"version\":\"1\"}}}"))
                .build(),
            BodyHandlers.ofString());
    expect(initialized, 200);
    String id =
        initialized
            .headers()
            .firstValue("Mcp-Session-Id")
            .orElseThrow(() -> new IOException(mcp + " opened no session"));
    HttpRequest notification =
        request(mcp)
            .header("MCP-Protocol-Version", RequestTemplate.PROTOCOL_VERSION)
            .header("Mcp-Session-Id", id)
            .POST(
                BodyPublishers.ofString(
                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}"))
            .build();
    expect(http.send(notification, BodyHandlers.ofString()), 202);
    return id;
  }

  private static HttpRequest.Builder request(URI mcp) {
    return HttpRequest.newBuilder(mcp)
        .timeout(ANSWER_LIMIT)
        .header("Content-Type", "application/json")
        .header("Accept", "application/json, text/event-stream");
  }

  private static void expect(HttpResponse<String> response, int status) throws IOException {
    if (response.statusCode() != status) {
      throw new IOException(
          "%s answered %d: %s".formatted(response.uri(), response.statusCode(), response.body()));
    }
  }
}
