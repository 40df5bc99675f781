package io.leasegate.sim;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.UncheckedIOException;

/** The messages that the simulated upstream writes. An {@code id} is JSON text, not a value. */
final class MessageCodec {

  static final int PARSE_ERROR = -32700;
  static final int INVALID_REQUEST = -32600;
  static final int METHOD_NOT_FOUND = -32601;
  static final int INVALID_PARAMS = -32602;
  static final int INTERNAL_ERROR = -32603;

  /** Refuses nesting deeper than 200; keeps every digit of a number. */
  static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(200).build())
                  .build())
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private static final String START = "{\"jsonrpc\":\"2.0\",\"id\":";

  private MessageCodec() {}

  /** A response with this result, JSON text as it is. */
  static byte[] result(String id, byte[] result) {
    byte[] start = (START + id + ",\"result\":").getBytes(UTF_8);
    byte[] message = new byte[start.length + result.length + 1];
    System.arraycopy(start, 0, message, 0, start.length);
    System.arraycopy(result, 0, message, start.length, result.length);
    message[message.length - 1] = '}';
    return message;
  }

  /**
   * A tool's answer: the value as structured content and the same as JSON text.
   *
   * @param moreContent further content items as JSON text, each with a leading comma
   */
  static byte[] toolResult(String id, JsonNode structured, String moreContent) {
    String json = text(structured);
    return (START
            + id
            + ",\"result\":{\"content\":["
            + textItem(json)
            + moreContent
            + "],\"structuredContent\":"
            + json
            + "}}")
        .getBytes(UTF_8);
  }

  /** A tool's answer that is nothing but text. */
  static byte[] toolText(String id, String text) {
    return (START + id + ",\"result\":{\"content\":[" + textItem(text) + "]}}").getBytes(UTF_8);
  }

  /** A tool's answer that says what went wrong, for the model to read. */
  static byte[] toolError(String id, String message) {
    return (START + id + ",\"result\":{\"content\":[" + textItem(message) + "],\"isError\":true}}")
        .getBytes(UTF_8);
  }

  static byte[] error(String id, int code, String message) {
    return (START + id + ",\"error\":{\"code\":" + code + ",\"message\":" + quoted(message) + "}}")
        .getBytes(UTF_8);
  }

  /** A notification; {@code params} is JSON text. */
  static byte[] notification(String method, String params) {
    return ("{\"jsonrpc\":\"2.0\",\"method\":\"" + method + "\",\"params\":" + params + "}")
        .getBytes(UTF_8);
  }

  static String textItem(String text) {
    return "{\"type\":\"text\",\"text\":" + quoted(text) + "}";
  }

  private static String quoted(String text) {
    String inner = new String(JsonStringEncoder.getInstance().quoteAsString(text));
    return "\"" + escapeLoneSurrogates(inner) + "\"";
  }

  /** The value as JSON text that every UTF-8 encoder takes. */
  static String text(JsonNode value) {
    try {
      return escapeLoneSurrogates(MAPPER.writeValueAsString(value));
    } catch (JsonProcessingException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /**
   * {@code "\ud800"} is legal JSON, yet half a surrogate pair has no UTF-8 form: it stays escaped.
   */
  private static String escapeLoneSurrogates(String json) {
    StringBuilder escaped = null;
    int copied = 0;
    for (int i = 0; i < json.length(); i++) {
      char c = json.charAt(i);
      if (!Character.isSurrogate(c)) {
        continue;
      }
      if (Character.isHighSurrogate(c)
          && i + 1 < json.length()
          && Character.isLowSurrogate(json.charAt(i + 1))) {
        i++;
        continue;
      }
      escaped = escaped == null ? new StringBuilder(json.length() + 6) : escaped;
      escaped.append(json, copied, i).append("\\u").append(Integer.toHexString(c));
      copied = i + 1;
    }
    return escaped == null ? json : escaped.append(json, copied, json.length()).toString();
  }
}
