package io.leasegate.upstream.channel;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LineSplitterTest {

  private final List<String> lines = new ArrayList<>();
  private final StringBuilder longLine = new StringBuilder();

  private void split(int maxLine, String text) throws Exception {
    LineSplitter.Sink sink =
        new LineSplitter.Sink() {
          @Override
          public void line(byte[] line) {
            lines.add(new String(line, UTF_8));
          }

          @Override
          public void longLine(byte[] head, int length) {
            longLine.append(new String(head, 0, length, UTF_8));
          }

          @Override
          public void longLineMore(byte[] bytes, int from, int to) {
            longLine.append(new String(bytes, from, to - from, UTF_8));
          }

          @Override
          public void longLineEnd() {
            lines.add("long:" + longLine.length());
          }
        };
    new LineSplitter(maxLine, sink).readAll(new ByteArrayInputStream(text.getBytes(UTF_8)));
  }

  @Test
  void linesEndWithLineFeedsAndTheLastMayHaveNone() throws Exception {
    split(10, "a\nbc\r\n\n\r\nd\re\nlast");
    assertThat(lines).containsExactly("a", "bc", "d\re", "last");
  }

  @Test
  void aLineOfTheGreatestLengthIsKeptAndALongerOnePassesInPieces() throws Exception {
    split(5, "12345\n123456\nabc\n");
    assertThat(lines).containsExactly("12345", "long:6", "abc");
    assertThat(longLine.toString()).isEqualTo("123456");
  }

  @Test
  void aLineLongerThanManyReadsLosesNothing() throws Exception {
    String line = "0123456789".repeat(50_000);
    split(1_000, "x\n" + line + "\ny\n");
    assertThat(lines).containsExactly("x", "long:500000", "y");
    assertThat(longLine.toString()).isEqualTo(line);
    lines.clear();
    split(500_000, line + "\n" + line);
    assertThat(lines).containsExactly(line, line);
  }
}
