package io.leasegate.app.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An agent's side of MCP 2025-11-25 over Streamable HTTP, as far as the demo needs it. It takes
 * what a gateway may answer with: JSON, or an event stream. For one thread.
 */
final class McpClient {

  static final String VERSION = "2025-11-25";

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String SESSION = "mcp-session-id";

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();
  private final URI mcp;
  private final String agent;
  private @Nullable String session;
  private @Nullable PushedMessages stream;
  private int lastId;

  McpClient(URI mcp, String agent) {
    this.mcp = mcp;
    this.agent = agent;
  }

  /** Says hello and keeps the session that the gateway opens. */
  McpAnswer initialize() throws IOException, InterruptedException {
    JsonObject params =
        new JsonObject()
            .put("protocolVersion", VERSION)
            .put("capabilities", new JsonObject())
            .put("clientInfo", new JsonObject().put("name", agent).put("version", "1"));
    McpAnswer answer = request("initialize", params, ignored -> {});
    if (answer instanceof McpAnswer.Result) {
      discard(send(message("notifications/initialized", new JsonObject())));
    }
    return answer;
  }

  /** Whether the gateway opened a session. */
  boolean hasSession() {
    return session != null;
  }

  /** Opens the stream on which the gateway speaks without being asked. */
  void listen() throws IOException, InterruptedException {
    HttpRequest request = toGateway().header("accept", "text/event-stream").GET().build();
    HttpResponse<InputStream> response = http.send(request, BodyHandlers.ofInputStream());
    if (response.statusCode() != 200) {
      response.body().close();
      throw new IOException("HTTP " + response.statusCode() + " for the event stream");
    }
    stream = new PushedMessages(response.body());
  }

  /** The next message of that method on the open stream, or null when none comes in time. */
  @Nullable JsonObject pushed(String method, Duration within) throws InterruptedException {
    PushedMessages open = stream;
    return open == null ? null : open.next(method, within);
  }

  ToolAnswer call(String tool, JsonObject arguments) throws IOException, InterruptedException {
    JsonObject params = new JsonObject().put("name", tool).put("arguments", arguments);
    return new ToolAnswer(request("tools/call", params, ignored -> {}));
  }

  /** Calls a tool and asks to be told how far it is. */
  ToolAnswer call(String tool, JsonObject arguments, Consumer<JsonObject> onProgress)
      throws IOException, InterruptedException {
    JsonObject params =
        new JsonObject()
            .put("name", tool)
            .put("arguments", arguments)
            .put("_meta", new JsonObject().put("progressToken", "p-" + (lastId + 1)));
    Consumer<JsonObject> onMessage =
        message -> {
          if (message.getString("method", "").equals("notifications/progress")) {
            onProgress.accept(message.getJsonObject("params"));
          }
        };
    return new ToolAnswer(request("tools/call", params, onMessage));
  }

  /**
   * Sends a request and waits for its answer.
   *
   * @param onMessage told of what comes before the answer, as it comes
   */
  McpAnswer request(String method, JsonObject params, Consumer<JsonObject> onMessage)
      throws IOException, InterruptedException {
    int id = ++lastId;
    HttpResponse<InputStream> response = send(message(method, params).put("id", id));
    response.headers().firstValue(SESSION).ifPresent(given -> session = given);
    String type = response.headers().firstValue("content-type").orElse("");
    try (InputStream body = response.body()) {
      JsonObject answer =
          type.startsWith("text/event-stream")
              ? answerOf(body, id, onMessage)
              : new JsonObject(new String(body.readAllBytes(), UTF_8));
      return read(answer);
    } catch (DecodeException | ClassCastException e) {
      throw new IOException("HTTP " + response.statusCode() + " with a body that is no MCP", e);
    }
  }

  private static McpAnswer read(JsonObject answer) {
    JsonObject error = answer.getJsonObject("error");
    return error == null
        ? new McpAnswer.Result(answer.getJsonObject("result", new JsonObject()))
        : new McpAnswer.Failure(error.getInteger("code"), error.getString("message"));
  }

  /** Reads events up to the answer (the gateway writes a message in one data line each). */
  private static JsonObject answerOf(InputStream body, int id, Consumer<JsonObject> onMessage)
      throws IOException {
    BufferedReader lines = new BufferedReader(new InputStreamReader(body, UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith("data:")) {
        JsonObject message = new JsonObject(line.substring("data:".length()));
        if (Integer.valueOf(id).equals(message.getValue("id"))) {
          return message;
        }
        onMessage.accept(message);
      }
    }
    throw new IOException("the event stream ended without the answer");
  }

  private static JsonObject message(String method, JsonObject params) {
    return new JsonObject().put("jsonrpc", "2.0").put("method", method).put("params", params);
  }

  private HttpResponse<InputStream> send(JsonObject message)
      throws IOException, InterruptedException {
    HttpRequest request =
        toGateway()
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream")
            .POST(HttpRequest.BodyPublishers.ofString(message.encode()))
            .build();
    return http.send(request, BodyHandlers.ofInputStream());
  }

  private HttpRequest.Builder toGateway() {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(mcp).timeout(PATIENCE).header("x-leasegate-agent", agent);
    String opened = session;
    return opened == null
        ? request
        : request.header(SESSION, opened).header("mcp-protocol-version", VERSION);
  }

  private static void discard(HttpResponse<InputStream> response) throws IOException {
    response.body().close();
  }

  /** Ends the session; that it is gone already is as good. */
  void close() throws InterruptedException {
    PushedMessages open = stream;
    if (open != null) {
      open.close();
      stream = null;
    }
    if (session != null) {
      try {
        discard(http.send(toGateway().DELETE().build(), BodyHandlers.ofInputStream()));
      } catch (IOException e) {
        session = null; // the gateway forgets idle sessions by itself
      }
    }
  }
}
