package io.leasegate.sim;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads one message in one pass. Ids and progress tokens are kept as they were written, because a
 * client may compare them byte for byte. One reader reads one message.
 */
final class MessageReader {

  private static final String NO_ID = "null";
  private static final Set<String> WALKED = Set.of("", "/params", "/params/_meta");

  private final byte[] bytes;
  private @Nullable String id;
  private @Nullable String progressToken;

  private MessageReader(byte[] bytes) {
    this.bytes = bytes;
  }

  static SimMessage read(byte[] bytes) {
    return new MessageReader(bytes).message();
  }

  private SimMessage message() {
    if (!isPlainUtf8(bytes)) {
      return new SimMessage.Invalid(NO_ID, MessageCodec.PARSE_ERROR, "Parse error: not UTF-8");
    }
    try (JsonParser parser = MessageCodec.MAPPER.getFactory().createParser(bytes)) {
      if (parser.nextToken() == null) {
        return new SimMessage.Invalid(NO_ID, MessageCodec.PARSE_ERROR, "Parse error: empty");
      }
      JsonNode root = value(parser, "");
      if (parser.nextToken() != null) {
        return new SimMessage.Invalid(
            NO_ID, MessageCodec.PARSE_ERROR, "Parse error: more than one JSON value");
      }
      return root instanceof ObjectNode object
          ? classify(object)
          : invalid(NO_ID, "a message is one JSON object");
    } catch (IOException malformed) {
      return new SimMessage.Invalid(NO_ID, MessageCodec.PARSE_ERROR, "Parse error");
    }
  }

  private JsonNode value(JsonParser parser, String path) throws IOException {
    if (parser.currentToken() == JsonToken.START_OBJECT && WALKED.contains(path)) {
      ObjectNode object = MessageCodec.MAPPER.createObjectNode();
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        String name = parser.currentName();
        parser.nextToken();
        object.set(name, value(parser, path + "/" + (name.indexOf('/') < 0 ? name : "~")));
      }
      return object;
    }
    int start = (int) parser.currentTokenLocation().getByteOffset();
    JsonNode value =
        parser.currentToken() == JsonToken.VALUE_STRING
            ? TextNode.valueOf(parser.getText()) // the common case, without the mapper's set-up
            : MessageCodec.MAPPER.readTree(parser);
    if (path.equals("/id")) {
      id = written(start, parser);
    } else if (path.equals("/params/_meta/progressToken")) {
      progressToken = written(start, parser);
    }
    return value;
  }

  private String written(int start, JsonParser parser) {
    int end = (int) parser.currentLocation().getByteOffset();
    return new String(bytes, start, end - start, UTF_8);
  }

  private SimMessage classify(ObjectNode root) {
    JsonNode idValue = root.path("id");
    boolean named = idValue.isTextual() || idValue.isNumber();
    String answerId = named && id != null ? id : NO_ID;
    if (!root.path("jsonrpc").asText().equals("2.0")) {
      return invalid(answerId, "jsonrpc must be \"2.0\"");
    }
    JsonNode method = root.path("method");
    if (!method.isTextual()) {
      boolean response = named && (root.has("result") || root.has("error"));
      return response ? new SimMessage.Response() : invalid(answerId, "method must be a string");
    }
    if (!named && !idValue.isMissingNode()) {
      return invalid(NO_ID, "id must be a string or a number");
    }
    JsonNode given = root.path("params");
    if (!given.isObject() && !given.isMissingNode()) {
      return new SimMessage.Invalid(
          answerId, MessageCodec.INVALID_PARAMS, "Invalid params: params must be an object");
    }
    ObjectNode params =
        given instanceof ObjectNode object ? object : MessageCodec.MAPPER.createObjectNode();
    JsonNode token = params.path("_meta").path("progressToken");
    boolean tokenHolds = token.isTextual() || token.isNumber();
    return named
        ? new SimMessage.Request(
            answerId, idValue, method.asText(), params, tokenHolds ? progressToken : null)
        : new SimMessage.Notification(method.asText(), params);
  }

  private static SimMessage invalid(String id, String why) {
    return new SimMessage.Invalid(id, MessageCodec.INVALID_REQUEST, "Invalid request: " + why);
  }

  /** The parser guesses UTF-16 and UTF-32, skips a byte order mark, and lets odd UTF-8 through. */
  private static boolean isPlainUtf8(byte[] bytes) {
    boolean ascii = true;
    for (byte b : bytes) {
      if (b == 0) {
        return false;
      }
      ascii &= b > 0;
    }
    if (ascii) {
      return true;
    }
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).charAt(0) != '\uFEFF';
    } catch (CharacterCodingException malformed) {
      return false;
    }
  }
}
