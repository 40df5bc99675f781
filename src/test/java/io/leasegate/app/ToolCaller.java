package io.leasegate.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** An agent with one session that calls tools and looks at what they answer. */
final class ToolCaller {

  private final HttpClient http = HttpClient.newHttpClient();
  private final URI mcp;
  private final String agent;
  private final String session;

  ToolCaller(String mcpUrl, String agent) throws IOException, InterruptedException {
    this.mcp = URI.create(mcpUrl);
    this.agent = agent;
    JsonObject hello =
        new JsonObject()
            .put("protocolVersion", "2025-11-25")
            .put("capabilities", new JsonObject())
            .put("clientInfo", new JsonObject().put("name", agent).put("version", "1"));
    this.session =
        send(to().build(), "initialize", hello)
            .headers()
            .firstValue("mcp-session-id")
            .orElseThrow();
  }

  /** The tool's answer; an agent's own {@code error} answers count as well. */
  JsonObject call(String tool, JsonObject arguments) throws IOException, InterruptedException {
    HttpResponse<String> response =
        send(
            to().header("mcp-session-id", session)
                .header("mcp-protocol-version", "2025-11-25")
                .build(),
            "tools/call",
            new JsonObject().put("name", tool).put("arguments", arguments));
    String body = response.body();
    String message =
        body.startsWith("{")
            ? body
            : body.lines()
                .filter(line -> line.startsWith("data:"))
                .reduce((first, last) -> last)
                .orElseThrow()
                .substring("data:".length());
    JsonObject result = new JsonObject(message).getJsonObject("result");
    assertThat(result).as(message).isNotNull();
    return result.getJsonObject(
        "structuredContent",
        new JsonObject().put("content", result.getJsonArray("content", new JsonArray())));
  }

  private HttpRequest.Builder to() {
    return HttpRequest.newBuilder(mcp)
        .header("x-leasegate-agent", agent)
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream");
  }

  private HttpResponse<String> send(HttpRequest head, String method, JsonObject params)
      throws IOException, InterruptedException {
    JsonObject message =
        new JsonObject()
            .put("jsonrpc", "2.0")
            .put("id", 1)
            .put("method", method)
            .put("params", params);
    return http.send(
        HttpRequest.newBuilder(head, (name, value) -> true)
            .POST(HttpRequest.BodyPublishers.ofString(message.encode()))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }
}
