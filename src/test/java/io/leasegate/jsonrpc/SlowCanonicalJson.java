package io.leasegate.jsonrpc;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** The canonical form out of a tree, rule by rule. */
final class SlowCanonicalJson {

  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  private SlowCanonicalJson() {}

  static String of(String json) throws JsonProcessingException {
    return of(MAPPER.readTree(json));
  }

  private static String of(JsonNode node) {
    List<String> parts = new ArrayList<>();
    if (node.isObject()) {
      TreeSet<String> names = new TreeSet<>();
      node.fieldNames().forEachRemaining(names::add);
      names.forEach(name -> parts.add(quote(name) + ":" + of(node.get(name))));
      return "{" + String.join(",", parts) + "}";
    }
    if (node.isArray()) {
      node.forEach(element -> parts.add(of(element)));
      return "[" + String.join(",", parts) + "]";
    }
    return node.isTextual()
        ? quote(node.textValue())
        : node.isNumber() ? number(node.decimalValue()) : node.asText();
  }

  private static String number(BigDecimal number) {
    BigDecimal stripped = number.stripTrailingZeros();
    int exponent = -stripped.scale();
    return stripped.unscaledValue() + (exponent == 0 ? "" : "e" + exponent);
  }

  private static String quote(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      int named = "\"\\\b\f\n\r\t".indexOf(c);
      out.append(
          named >= 0
              ? "\\" + "\"\\bfnrt".charAt(named)
              : c < ' ' ? String.format("\\u%04x", (int) c) : String.valueOf(c));
    }
    return out.append('"').toString();
  }
}
