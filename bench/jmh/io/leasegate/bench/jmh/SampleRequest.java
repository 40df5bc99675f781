package io.leasegate.bench.jmh;

import java.nio.charset.StandardCharsets;

/** Builds {@code tools/call} requests of a given size in bytes, the input of every benchmark. */
final class SampleRequest {
  private static final String HEAD =
      "{\"jsonrpc\":\"2.0\",\"id\":4711,\"method\":\"tools/call\",\"params\":{\"name\":\"stub__read\","
          + "\"_meta\":{\"progressToken\":\"p-1\"},\"arguments\":{\"path\":\"docs/readme.md\","
          + "\"limit\":100,\"ratio\":0.25,\"follow\":true,\"cursor\":null,\"lines\":[";
  private static final String LINE =
      "{\"number\":12345,\"text\":\"a line with an \\\"escape\\\" in it\"}";
  private static final String TAIL = "],\"padding\":\"%s\"}}}";

  private SampleRequest() {}

  /** A request of exactly {@code size} bytes, at least 400, with more lines as it grows. */
  static byte[] ofSize(int size) {
    var body = new StringBuilder(HEAD).append(LINE);
    int fixed = TAIL.length() - "%s".length();
    while (body.length() + 1 + LINE.length() + fixed <= size) {
      body.append(',').append(LINE);
    }
    int padding = size - body.length() - fixed;
    if (padding < 0) {
      throw new IllegalArgumentException("no request is as small as " + size + " bytes");
    }
    body.append(String.format(TAIL, "x".repeat(padding)));
    return body.toString().getBytes(StandardCharsets.UTF_8);
  }
}
