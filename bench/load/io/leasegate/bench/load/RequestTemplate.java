package io.leasegate.bench.load;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;

/**
 * A whole HTTP request as bytes, with places for a number of ten digits. The number makes the
 * JSON-RPC id, and the idempotency key where there is one, new for every request.
 *
 * @param text the request, {@link #PLACE} wherever the number goes
 */
record RequestTemplate(String text) {
  /** Stands where the number is written. */
  static final String PLACE = "##########";

  static final String PROTOCOL_VERSION = "2025-11-25";
  private static final int BODY_SIZE = 600;
  private static final long FIRST = 1_000_000_000L;

  /** A {@code tools/call} of 600 bytes in an open session. */
  static RequestTemplate call(URI mcp, String session, String tool) {
    return post(mcp, session, tool, "");
  }

  /** The same with an idempotency key that no other request has. */
  static RequestTemplate keyedCall(URI mcp, String session, String tool) {
    return post(mcp, session, tool, "\"_sg_idempotency_key\":\"bench-" + PLACE + "\",");
  }

  /** The number of the n-th request, always ten digits. */
  static long number(long n) {
    return FIRST + n;
  }

  /** The request's bytes, for one connection to write its numbers into. */
  byte[] bytes() {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Where the number goes. */
  int[] places() {
    return IntStream.iterate(text.indexOf(PLACE), i -> i >= 0, i -> text.indexOf(PLACE, i + 1))
        .toArray();
  }

  /** Writes the number at this place. */
  static void write(byte[] request, int place, long number) {
    long rest = number;
    for (int i = place + PLACE.length() - 1; i >= place; i--) {
      request[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
  }

  private static RequestTemplate post(URI mcp, String session, String tool, String key) {
    String open =
        "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"tools/call\",".formatted(PLACE)
            + "\"params\":{\"name\":\"%s\",\"arguments\":{%s".formatted(tool, key)
            + "\"path\":\"docs/readme.md\",\"limit\":100,\"ratio\":0.25,\"follow\":true,"
            + "\"filter\":{\"kinds\":[\"file\",\"link\"],\"since\":null},\"text\":\"";
    String close = "\"}}}";
    String body = open + "x".repeat(BODY_SIZE - open.length() - close.length()) + close;
    return new RequestTemplate(
        "POST %s HTTP/1.1\r\n".formatted(mcp.getPath())
            + "Host: %s\r\n".formatted(mcp.getAuthority())
            + "Content-Type: application/json\r\n"
            + "Accept: application/json, text/event-stream\r\n"
            + "MCP-Protocol-Version: %s\r\n".formatted(PROTOCOL_VERSION)
            + "Mcp-Session-Id: %s\r\n".formatted(session)
            + "Content-Length: %d\r\n\r\n".formatted(body.length())
            + body);
  }
}
