package io.leasegate.it;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.leasegate.testing.Json;
import io.leasegate.testing.McpClient;
import io.leasegate.testing.RawResponse;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** An agent of the stateless era that calls gateways; safe from every thread. */
final class Caller {

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(2))
          .build();
  private final Duration patience;

  /**
   * @param patience how long an answer is waited for
   */
  Caller(Duration patience) {
    this.patience = patience;
  }

  private HttpRequest request(GatewayProcess gateway, String agent, String tool, String arguments) {
    return HttpRequest.newBuilder(gateway.agent())
        .timeout(patience)
        .header("Content-Type", "application/json")
        .header("Accept", "application/json, text/event-stream")
        .header("MCP-Protocol-Version", "2026-07-28")
        .header("Mcp-Method", "tools/call")
        .header("Mcp-Name", tool)
        .header("X-LeaseGate-Agent", agent)
        .POST(BodyPublishers.ofString(McpClient.modernCall("1", tool, arguments), UTF_8))
        .build();
  }

  /** Calls a tool; an IO problem is thrown. */
  RawResponse send(GatewayProcess gateway, String agent, String tool, String arguments) {
    try {
      return raw(http.send(request(gateway, agent, tool, arguments), BodyHandlers.ofByteArray()));
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** Calls a tool. */
  CompletableFuture<Answer> begin(
      GatewayProcess gateway, String agent, String tool, String arguments) {
    return http.sendAsync(request(gateway, agent, tool, arguments), BodyHandlers.ofByteArray())
        .thenApply(response -> Answer.of(raw(response)))
        .exceptionally(problem -> new Answer.Broken(String.valueOf(problem.getMessage())));
  }

  Answer call(GatewayProcess gateway, String agent, String tool, String arguments) {
    return begin(gateway, agent, tool, arguments).join();
  }

  /** Calls a management tool; null, in JSON, when it gave no structured answer. */
  JsonNode ask(GatewayProcess gateway, String agent, String tool, String arguments) {
    try {
      return Answer.structured(send(gateway, agent, tool, arguments));
    } catch (UncheckedIOException away) {
      return Json.read("null");
    }
  }

  /** Whether the gateway takes calls. */
  boolean ready(GatewayProcess gateway) {
    try {
      return http.send(
                  HttpRequest.newBuilder(gateway.admin().resolve("/readyz"))
                      .timeout(patience)
                      .build(),
                  BodyHandlers.discarding())
              .statusCode()
          == 200;
    } catch (IOException away) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  private static RawResponse raw(HttpResponse<byte[]> response) {
    Map<String, String> headers = new HashMap<>();
    response.headers().map().forEach((name, values) -> headers.put(name, values.get(0)));
    return new RawResponse(response.statusCode(), headers, Buffer.buffer(response.body()));
  }
}
