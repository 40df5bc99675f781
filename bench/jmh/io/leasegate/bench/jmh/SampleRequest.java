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

  private static final String KEY = "\"_sg_idempotency_key\":\"bench-0000000000\",";
  private static final int KEY_DIGITS = 10;

  /** The same request with an idempotency key. */
  static byte[] keyed(byte[] request) {
    String text = new String(request, StandardCharsets.UTF_8);
    String arguments = "\"arguments\":{";
    return text.replace(arguments, arguments + KEY).getBytes(StandardCharsets.UTF_8);
  }

  /** Where the digits of the key begin. */
  static int keyAt(byte[] keyed) {
    return new String(keyed, StandardCharsets.ISO_8859_1).indexOf("bench-") + "bench-".length();
  }

  static void writeKey(byte[] keyed, int at, long number) {
    long rest = number;
    for (int i = at + KEY_DIGITS - 1; i >= at; i--) {
      keyed[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
  }
}
