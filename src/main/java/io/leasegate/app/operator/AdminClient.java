package io.leasegate.app.operator;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Speaks to the operators' side of a running gateway, directly: the token goes through no proxy and
 * follows no redirect. Every method throws {@link OperatorFailure} when the answer is no success.
 */
final class AdminClient {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int PAGE = 1000;

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .proxy(HttpClient.Builder.NO_PROXY)
          .followRedirects(HttpClient.Redirect.NEVER)
          .connectTimeout(Duration.ofSeconds(5))
          .build();
  private final URI base;
  private final AdminOption.AdminToken token;

  AdminClient(URI base, AdminOption.AdminToken token) {
    this.base = base;
    this.token = token;
  }

  JsonObject get(String path) {
    return send(request(path).GET().build());
  }

  JsonObject post(String path, JsonObject body) {
    return send(
        request(path)
            .header("content-type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body.encode()))
            .build());
  }

  /** All items of a list, page after page. */
  List<JsonObject> items(String path) {
    List<JsonObject> all = new ArrayList<>();
    String cursor = "";
    do {
      JsonObject page =
          get(path + "?limit=" + PAGE + (cursor.isEmpty() ? "" : "&cursor=" + cursor));
      JsonArray items = page.getJsonArray("items", new JsonArray());
      for (int i = 0; i < items.size(); i++) {
        all.add(items.getJsonObject(i));
      }
      cursor = segment(page.getString("next_cursor", ""));
    } while (!cursor.isEmpty());
    return all;
  }

  /** A text as one segment of a path, or as a value of a query. */
  static String segment(String text) {
    return URLEncoder.encode(text, UTF_8).replace("+", "%20");
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path)).timeout(PATIENCE);
    return token.text().isEmpty()
        ? request
        : request.header("authorization", "Bearer " + token.text());
  }

  private JsonObject send(HttpRequest request) {
    HttpResponse<String> response;
    try {
      response = http.send(request, HttpResponse.BodyHandlers.ofString(UTF_8));
    } catch (IOException e) {
      throw OperatorFailure.unreachable(
          "no gateway answers at " + base + reason(e),
          "start it with leasegate serve, or name the running one with --admin-url");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw OperatorFailure.unreachable("interrupted while waiting for " + base);
    }
    return read(response);
  }

  private static String reason(IOException problem) {
    String message = problem.getMessage();
    return message == null || message.isBlank() ? "" : " (" + message + ")";
  }

  private JsonObject read(HttpResponse<String> response) {
    JsonObject body;
    try {
      body = new JsonObject(response.body());
    } catch (DecodeException e) {
      throw noGateway(response.statusCode());
    }
    if (response.statusCode() == 200) {
      return body;
    }
    // the agents' side refuses in JSON-RPC, whose codes are numbers
    if (!(body.getValue("error") instanceof JsonObject error)
        || !(error.getValue("code") instanceof String code)) {
      throw noGateway(response.statusCode());
    }
    if (response.statusCode() == 401) {
      throw OperatorFailure.refused(
          "the gateway at "
              + base
              + " refuses the admin token: "
              + token.file()
              + " "
              + token.whenRefused(),
          "give --token-file: the gateway's own is server.admin.token_file below its data_dir");
    }
    throw OperatorFailure.refused(
        Cell.of(Objects.toString(error.getValue("message"), "the gateway refuses without a reason"))
            + " ("
            + Cell.of(code)
            + ")");
  }

  private OperatorFailure noGateway(int status) {
    return OperatorFailure.unreachable(
        "what answers at "
            + base
            + " is not the operators' side of a gateway (HTTP "
            + status
            + ")",
        "name it with --admin-url: the ready line of leasegate serve shows it as admin=");
  }
}
