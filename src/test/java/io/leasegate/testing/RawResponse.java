package io.leasegate.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One HTTP answer, read to its end.
 *
 * @param headers names in lower case; of several with one name the last
 */
public record RawResponse(int status, Map<String, String> headers, Buffer body) {

  public String text() {
    return body.toString(UTF_8);
  }

  public String header(String name) {
    return headers.getOrDefault(name, "");
  }

  public boolean isStream() {
    return header("content-type").startsWith("text/event-stream");
  }

  /** The answer: the body, or the last event of a stream. */
  public JsonNode json() {
    return Json.read(answerText());
  }

  /** The same as text, byte for byte. */
  public String answerText() {
    if (!isStream()) {
      return text();
    }
    List<String> events = events();
    return events.get(events.size() - 1);
  }

  /** The data of all events of a stream. */
  public List<String> events() {
    List<String> events = new ArrayList<>();
    for (String block : text().split("\n\n", -1)) {
      List<String> data = new ArrayList<>();
      for (String line : block.split("\n", -1)) {
        if (line.startsWith("data: ")) {
          data.add(line.substring(6));
        }
      }
      if (!data.isEmpty()) {
        events.add(String.join("\n", data));
      }
    }
    return events;
  }

  public JsonNode result() {
    return json().path("result");
  }

  /** The code of a JSON-RPC error, 0 without one. */
  public int errorCode() {
    return json().path("error").path("code").asInt();
  }

  /** The code of a refused execution, or the empty text. */
  public String refusal() {
    return result().path("_meta").path("io.leasegate/error").path("code").asText();
  }
}
