package io.leasegate.app.demo;

import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.time.Duration;

/** The person who watches over agents, at the admin port. */
final class OperatorClient {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final HttpClient http = HttpClient.newHttpClient();
  private final DemoGateway gateway;

  OperatorClient(DemoGateway gateway) {
    this.gateway = gateway;
  }

  /**
   * Posts and gives the answer.
   *
   * @throws IOException also when the gateway refuses
   */
  JsonObject post(String path, JsonObject body) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(gateway.admin().resolve(path))
            .timeout(PATIENCE)
            .header("authorization", "Bearer " + Files.readString(gateway.token()).strip())
            .header("content-type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body.encode()))
            .build();
    HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
    if (response.statusCode() != 200) {
      throw new IOException("HTTP " + response.statusCode() + " " + response.body());
    }
    try {
      return new JsonObject(response.body());
    } catch (DecodeException e) {
      throw new IOException("no JSON from " + path, e);
    }
  }
}
