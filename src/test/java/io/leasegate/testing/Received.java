package io.leasegate.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;

/** One request as it reached the scripted upstream. */
public record Received(String httpMethod, MultiMap headers, Buffer body) {

  public String text() {
    return body.toString(UTF_8);
  }

  public JsonNode json() {
    return body.length() == 0 ? Json.read("{}") : Json.read(text());
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
