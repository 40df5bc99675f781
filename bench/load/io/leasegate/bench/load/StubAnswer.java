package io.leasegate.bench.load;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** One fixed answer of the stub: bytes before the echoed id, and bytes after it. */
final class StubAnswer {
  /** What the text of a tool result ends with; its presence proves that the upstream answered. */
  static final String RESULT_MARK = "end of the fixed answer";

  private static final int CALL_RESULT_SIZE = 1000;

  static final StubAnswer INITIALIZE =
      result(
          "Mcp-Session-Id: bench-stub-session\r\n",
          "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
              + "\"serverInfo\":{\"name\":\"bench-stub\",\"version\":\"1\"}}");

  static final StubAnswer TOOLS =
      result(
          "",
          "{\"tools\":["
              + String.join(
                  ",",
                  tool("read", true),
                  tool("search", true),
                  tool("list", true),
                  tool("write", false))
              + "]}");

  static final StubAnswer CALL = call();
  static final StubAnswer PONG = result("", "{}");

  static final StubAnswer UNKNOWN_METHOD =
      new StubAnswer(
          "400 Bad Request",
          "",
          "{\"jsonrpc\":\"2.0\",\"id\":",
          ",\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}");

  static final StubAnswer ACCEPTED = new StubAnswer("202 Accepted", "", "", "");
  static final StubAnswer CLOSED = new StubAnswer("200 OK", "", "", "");
  static final StubAnswer NO_STREAM = new StubAnswer("405 Method Not Allowed", "", "", "");

  private final byte[] head;
  private final byte[] beforeId;
  private final byte[] afterId;

  private StubAnswer(String status, String header, String beforeId, String afterId) {
    String type = beforeId.isEmpty() ? "" : "Content-Type: application/json\r\n";
    this.head = ascii("HTTP/1.1 " + status + "\r\n" + type + header + "Content-Length: ");
    this.beforeId = ascii(beforeId);
    this.afterId = ascii(afterId);
  }

  /** Appends the whole response with this id, or with none where the answer has no body. */
  void write(ByteBuffer out, byte[] source, int idStart, int idEnd) {
    int idLength = beforeId.length == 0 ? 0 : idEnd - idStart;
    out.put(head);
    putDecimal(out, beforeId.length + idLength + afterId.length);
    out.put((byte) '\r').put((byte) '\n').put((byte) '\r').put((byte) '\n');
    out.put(beforeId).put(source, idStart, idLength).put(afterId);
  }

  private static void putDecimal(ByteBuffer out, int value) {
    if (value >= 10) {
      putDecimal(out, value / 10);
    }
    out.put((byte) ('0' + value % 10));
  }

  private static StubAnswer call() {
    String open = "{\"content\":[{\"type\":\"text\",\"text\":\"";
    String close = RESULT_MARK + "\"}],\"isError\":false}";
    int padding = CALL_RESULT_SIZE - open.length() - close.length();
    return result("", open + "lorem ipsum ".repeat(padding / 12) + close);
  }

  private static StubAnswer result(String header, String result) {
    return new StubAnswer(
        "200 OK", header, "{\"jsonrpc\":\"2.0\",\"id\":", ",\"result\":" + result + "}");
  }

  private static String tool(String name, boolean readOnly) {
    return "{\"name\":\"%s\",\"description\":\"Answers the same text every time\",".formatted(name)
        + "\"inputSchema\":{\"type\":\"object\",\"properties\":{\"path\":{\"type\":\"string\"}}},"
        + "\"annotations\":{\"readOnlyHint\":%s}}".formatted(readOnly);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
