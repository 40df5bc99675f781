package io.leasegate.jsonrpc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** The check of UTF-8, with the JDK's decoder as the judge. */
final class Utf8Test {

  private static boolean judge(byte[] bytes) {
    try {
      UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return true;
    } catch (CharacterCodingException malformed) {
      return false;
    }
  }

  @Provide
  Arbitrary<byte[]> likely() {
    return Arbitraries.of(
            0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xDF, 0xE0, 0xE1, 0xED,
            0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0xFF)
        .map(Integer::byteValue)
        .array(byte[].class)
        .ofMaxSize(20);
  }

  @Property(tries = 20_000)
  void everySequenceIsJudgedAsTheJdkDoes(@ForAll("likely") byte[] bytes) {
    assertThat(Utf8.isWellFormed(bytes, 0, bytes.length)).isEqualTo(judge(bytes));
  }

  @Test
  void everyPairOfBytesIsJudgedAsTheJdkDoes() {
    for (int pair = 0; pair < 0x10000; pair++) {
      byte[] bytes = {(byte) (pair >> 8), (byte) pair};
      assertThat(Utf8.isWellFormed(bytes, 0, 2)).isEqualTo(judge(bytes));
    }
  }
}
