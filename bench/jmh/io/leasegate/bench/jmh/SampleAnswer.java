package io.leasegate.bench.jmh;

import java.nio.charset.StandardCharsets;

/** Builds answers to a {@code tools/call} of a given size in bytes. */
final class SampleAnswer {
  private static final String HEAD =
      "{\"jsonrpc\":\"2.0\",\"id\":12,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"";
  private static final String LINE = "a line of the answer, with an \\\"escape\\\" in it\\n";
  private static final String TAIL = "\"}],\"isError\":false}}";

  private SampleAnswer() {}

  /** An answer of exactly {@code size} bytes, at least 200. */
  static byte[] ofSize(int size) {
    int lines = (size - HEAD.length() - TAIL.length()) / LINE.length();
    if (lines < 1) {
      throw new IllegalArgumentException("no answer is as small as " + size + " bytes");
    }
    String body = HEAD + LINE.repeat(lines);
    String padding = "x".repeat(size - body.length() - TAIL.length());
    return (body + padding + TAIL).getBytes(StandardCharsets.UTF_8);
  }
}
