package io.leasegate.management;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/** JSON trees for the small answers of the management tools. */
final class Trees {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Trees() {}

  static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  static JsonNode read(byte[] bytes, int from, int to) {
    try {
      return MAPPER.readTree(bytes, from, to - from);
    } catch (IOException e) {
      throw new IllegalArgumentException("not JSON, though it was scanned", e);
    }
  }

  static JsonNode read(String json) {
    try {
      return MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not JSON, though it was written here", e);
    }
  }

  static String text(JsonNode tree) {
    try {
      return MAPPER.writeValueAsString(tree);
    } catch (JsonProcessingException e) {
      throw new AssertionError("a tree can be written", e);
    }
  }
}
