package io.leasegate.jsonrpc;

import com.fasterxml.jackson.core.JsonToken;
import io.leasegate.jsonrpc.JsonCursor.Unreadable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds, in one streaming pass, the parts of a JSON-RPC message that the gateway reads.
 *
 * <p>Everything else is only checked for being well-formed and passes as the bytes it is. Members
 * that occur twice where the gateway reads (the envelope, {@code params}, its {@code _meta}, {@code
 * result}, its {@code _meta}) or anywhere in {@code params.arguments} are refused: two parsers must
 * never disagree about what a call says.
 */
public final class RpcScanner {

  /** A batch costs as much as its messages together, and is admitted as one request. */
  public static final int MAX_BATCH = 100;

  private final int maxDepth;

  /**
   * @param maxDepth deepest nesting of a message, the envelope counting 1
   */
  public RpcScanner(int maxDepth) {
    this.maxDepth = maxDepth;
  }

  /** Scans a whole body. Never throws for what a peer may send. */
  public Scan scan(byte[] bytes) {
    return scan(bytes, 0, bytes.length);
  }

  /** Scans one JSON text that lies in part of an array. */
  public Scan scan(byte[] bytes, int from, int to) {
    if (!Utf8.isWellFormed(bytes, from, to)) {
      return parseError("not UTF-8");
    }
    try (JsonCursor cursor = new JsonCursor(bytes, from, to, maxDepth)) {
      JsonToken first = cursor.next();
      Scan found =
          first == JsonToken.START_ARRAY
              ? readBatch(cursor, bytes)
              : first == JsonToken.START_OBJECT ? new Pass(cursor, bytes).read() : noMessage(first);
      // asked of the cursor, and not of a further token: a parser that meets the end closes itself
      return first != null && !cursor.isLast() ? parseError("more than one JSON text") : found;
    } catch (Unreadable e) {
      return e.tooDeep
          ? new Scan.Bad(RpcError.invalidRequest(String.valueOf(e.getMessage())), null)
          : parseError(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      return parseError(String.valueOf(e.getMessage()));
    }
  }

  private static Scan noMessage(@Nullable JsonToken first) {
    return first == null
        ? parseError("the body is empty")
        : new Scan.Bad(RpcError.invalidRequest("a message is a JSON object"), null);
  }

  private static Scan.Bad parseError(String why) {
    return new Scan.Bad(RpcError.of(RpcError.PARSE_ERROR, "Parse error: " + why), null);
  }

  private static Scan readBatch(JsonCursor cursor, byte[] bytes) throws Unreadable {
    List<Scan> elements = new ArrayList<>();
    for (JsonToken t = cursor.next(); t != JsonToken.END_ARRAY; t = cursor.next()) {
      if (t == null) {
        throw new Unreadable("ends in the middle", false);
      }
      if (elements.size() == MAX_BATCH) {
        return skipRest(cursor, t);
      }
      if (t == JsonToken.START_OBJECT) {
        elements.add(new Pass(cursor, bytes).read());
      } else {
        cursor.skipValue(t);
        elements.add(new Scan.Bad(RpcError.invalidRequest("a message is a JSON object"), null));
      }
    }
    return new Scan.Batch(elements);
  }

  private static Scan skipRest(JsonCursor cursor, JsonToken first) throws Unreadable {
    for (JsonToken t = first; t != JsonToken.END_ARRAY; t = cursor.next()) {
      if (t == null) {
        throw new Unreadable("ends in the middle", false);
      }
      cursor.skipValue(t);
    }
    return new Scan.Bad(
        RpcError.invalidRequest("a batch has at most " + MAX_BATCH + " messages"), null);
  }

  /** The pass over one message. */
  private static final class Pass {

    private final JsonCursor cursor;
    private final RpcMessage message;
    // of objects within arguments that ended: there may be thousands, few at a time
    private final Deque<NameSet> idle = new ArrayDeque<>(4);
    private @Nullable String duplicate;
    private @Nullable String wrong;
    private boolean versioned;
    private boolean hasResult;
    private boolean hasError;
    private boolean nullId;
    private boolean twoIds;

    Pass(JsonCursor cursor, byte[] bytes) {
      this.cursor = cursor;
      this.message = new RpcMessage(bytes, cursor.tokenFrom());
    }

    Scan read() throws Unreadable {
      NameSet names = new NameSet();
      while (cursor.next() == JsonToken.FIELD_NAME) {
        String name = cursor.text();
        noteDuplicate(names, name);
        JsonToken value = value();
        switch (name) {
          case "jsonrpc" ->
              versioned = value == JsonToken.VALUE_STRING && cursor.text().equals("2.0");
          case "id" -> readId(value);
          case "method" -> readMethod(value);
          case "params" -> readParams(value);
          case "result" -> readResult(value);
          case "error" -> readError(value);
          default -> cursor.skipValue(value);
        }
      }
      message.to = cursor.tokenTo();
      return verdict();
    }

    private Scan verdict() {
      // an error under one of two ids could be taken for the answer to another request
      String id = message.idFrom >= 0 && !twoIds ? message.idText() : null;
      if (wrong == null && !versioned) {
        wrong = "jsonrpc must be \"2.0\"";
      }
      if (wrong == null && nullId && (message.method != null || hasResult)) {
        wrong = "id must not be null";
      }
      if (wrong == null && message.method != null && (hasResult || hasError)) {
        wrong = "a message has a method, or a result, or an error";
      }
      if (wrong == null && message.method == null && hasResult == hasError) {
        wrong = "a message has a method, or a result, or an error";
      }
      if (wrong == null && message.method == null && hasResult && id == null) {
        wrong = "a response has an id";
      }
      if (wrong != null) {
        return new Scan.Bad(RpcError.invalidRequest(wrong), id);
      }
      if (duplicate != null) {
        return new Scan.Bad(
            RpcError.invalidParams("the member " + duplicate + " is there twice"), id);
      }
      message.kind =
          message.method == null
              ? hasResult ? RpcMessage.Kind.RESULT : RpcMessage.Kind.ERROR
              : id == null ? RpcMessage.Kind.NOTIFICATION : RpcMessage.Kind.REQUEST;
      return new Scan.One(message);
    }

    private JsonToken value() throws Unreadable {
      JsonToken value = cursor.next();
      if (value == null) {
        throw new Unreadable("ends in the middle", false);
      }
      return value;
    }

    private void readId(JsonToken value) throws Unreadable {
      String before = message.hasId() ? message.idText() : null;
      twoIds |= nullId;
      switch (value) {
        case VALUE_STRING, VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> {
          message.idFrom = cursor.tokenFrom();
          message.idTo = cursor.tokenTo();
          twoIds |= before != null && !before.equals(message.idText());
        }
        default -> {
          twoIds |= before != null;
          // only an error answer may carry null, where the id could not be read
          nullId = value == JsonToken.VALUE_NULL;
          if (!nullId) {
            wrong = "id must be a string or a number";
          }
          cursor.skipValue(value);
        }
      }
    }

    private void readMethod(JsonToken value) throws Unreadable {
      if (value == JsonToken.VALUE_STRING) {
        message.method = cursor.text();
      } else {
        wrong = "method must be a string";
        cursor.skipValue(value);
      }
    }

    private void readParams(JsonToken value) throws Unreadable {
      message.paramsFrom = cursor.tokenFrom();
      if (value == JsonToken.START_OBJECT) {
        message.params = readMembers(true);
      } else {
        wrong = "params must be an object";
        cursor.skipValue(value);
      }
      message.paramsTo = cursor.tokenTo();
    }

    private void readResult(JsonToken value) throws Unreadable {
      hasResult = true;
      message.resultFrom = cursor.tokenFrom();
      if (value == JsonToken.START_OBJECT) {
        message.result = readMembers(true);
      } else {
        cursor.skipValue(value);
      }
      message.resultTo = cursor.tokenTo();
    }

    private void readError(JsonToken value) throws Unreadable {
      hasError = true;
      if (value == JsonToken.START_OBJECT) {
        message.error = readMembers(false);
      } else {
        wrong = "error must be an object";
        cursor.skipValue(value);
      }
    }

    /** Reads the object that the cursor has just entered; the objects within it that matter too. */
    private Members readMembers(boolean holdsMeta) throws Unreadable {
      Members members = new Members(cursor.tokenFrom());
      NameSet names = new NameSet();
      while (cursor.next() == JsonToken.FIELD_NAME) {
        String name = cursor.text();
        noteDuplicate(names, name);
        int nameFrom = cursor.tokenFrom();
        JsonToken value = value();
        int valueFrom = cursor.tokenFrom();
        if (value == JsonToken.START_OBJECT && holdsMeta && name.equals("_meta")) {
          message.meta = readMembers(false);
        } else if (value == JsonToken.START_OBJECT && holdsMeta && name.equals("arguments")) {
          message.arguments = readArguments();
        } else {
          cursor.skipValue(value);
        }
        members.add(name, nameFrom, valueFrom, cursor.tokenTo(), message.bytes()[valueFrom]);
      }
      members.end(cursor.tokenTo());
      return members;
    }

    private Members readArguments() throws Unreadable {
      Members members = new Members(cursor.tokenFrom());
      NameSet names = new NameSet();
      while (cursor.next() == JsonToken.FIELD_NAME) {
        String name = cursor.text();
        noteDuplicate(names, name);
        int nameFrom = cursor.tokenFrom();
        JsonToken value = value();
        int valueFrom = cursor.tokenFrom();
        skipUnique(value);
        members.add(name, nameFrom, valueFrom, cursor.tokenTo(), message.bytes()[valueFrom]);
      }
      members.end(cursor.tokenTo());
      return members;
    }

    /** Like a skip, but every object within is checked for names that occur twice. */
    private void skipUnique(JsonToken first) throws Unreadable {
      if (first == JsonToken.START_OBJECT) {
        NameSet names = idle.isEmpty() ? new NameSet() : idle.pop();
        while (cursor.next() == JsonToken.FIELD_NAME) {
          noteDuplicate(names, cursor.text());
          skipUnique(value());
        }
        names.clear();
        idle.push(names);
      } else if (first == JsonToken.START_ARRAY) {
        for (JsonToken t = value(); t != JsonToken.END_ARRAY; t = value()) {
          skipUnique(t);
        }
      }
    }

    private void noteDuplicate(NameSet names, String name) {
      if (!names.add(name) && duplicate == null) {
        duplicate = new String(JsonStrings.quote(RpcError.excerpt(name)), StandardCharsets.UTF_8);
      }
    }
  }
}
