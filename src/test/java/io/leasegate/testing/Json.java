package io.leasegate.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;

/** JSON trees, for what tests look at. */
public final class Json {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Json() {}

  public static JsonNode read(String text) {
    try {
      return MAPPER.readTree(text);
    } catch (IOException notJson) {
      throw new UncheckedIOException(text, notJson);
    }
  }

  public static JsonNode read(byte[] text) {
    return read(new String(text, UTF_8));
  }

  public static String quote(String text) {
    return MAPPER.getNodeFactory().textNode(text).toString();
  }
}
