package io.leasegate.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;

/**
 * One request as it reached the scripted upstream.
 *
 * @param json what the body says; an empty object without one
 */
public record Received(String httpMethod, MultiMap headers, Buffer body, JsonNode json) {

  static Received of(HttpServerRequest request, Buffer body) {
    return new Received(
        request.method().name(),
        request.headers(),
        body,
        Json.read(body.length() == 0 ? "{}" : body.toString(UTF_8)));
  }

  public String text() {
    return body.toString(UTF_8);
  }

  /** The JSON-RPC method, or the empty text. */
  public String method() {
    return json().path("method").asText();
  }

  /** The id as JSON text. */
  public String id() {
    return json().path("id").toString();
  }

  public String header(String name) {
    String value = headers.get(name);
    return value == null ? "" : value;
  }
}
