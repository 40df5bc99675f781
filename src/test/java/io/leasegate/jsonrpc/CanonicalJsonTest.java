package io.leasegate.jsonrpc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.erdtman.jcs.JsonCanonicalizer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CanonicalJsonTest {

  private static byte[] canonicalBytes(String json) {
    GrowingBytes out = new GrowingBytes(0);
    CanonicalJson.append(json.getBytes(UTF_8), 0, out);
    return out.copy(0, out.size());
  }

  private static String canonical(String json) {
    return new String(canonicalBytes(json), UTF_8);
  }

  @Property
  void everySpellingHasTheFormThatATreeWouldGive(@ForAll long seed) throws IOException {
    RandomJson json = new RandomJson(new Random(seed), RandomJson.Numbers.ANY);
    Map<String, ?> value = json.object(4);
    String one = json.spell(value);
    assertThat(canonical(one)).isEqualTo(SlowCanonicalJson.of(one));
    assertThat(canonical(json.spell(value))).isEqualTo(canonical(one));
  }

  @Property
  void withoutNumbersTheFormIsThatOfTheRfc(@ForAll long seed) throws IOException {
    RandomJson json = new RandomJson(new Random(seed), RandomJson.Numbers.NONE);
    String text = json.spell(json.object(4));
    assertThat(canonical(text)).isEqualTo(new JsonCanonicalizer(text).getEncodedString());
  }

  @Property
  void whereADoubleIsExactTextsAreEqualExactlyWhereTheRfcSaysSo(@ForAll long seed)
      throws IOException {
    RandomJson json = new RandomJson(new Random(seed), RandomJson.Numbers.EXACT);
    Map<String, ?> value = json.object(2);
    String one = json.spell(value);
    for (String other : new String[] {json.spell(value), json.spell(json.object(1))}) {
      boolean same =
          new JsonCanonicalizer(one)
              .getEncodedString()
              .equals(new JsonCanonicalizer(other).getEncodedString());
      assertThat(canonical(one).equals(canonical(other))).isEqualTo(same);
    }
  }

  @Property
  void numbersAreEqualExactlyWhenTheirValuesAre(@ForAll BigDecimal a, @ForAll BigDecimal b) {
    RandomJson json = new RandomJson(new Random(a.hashCode()), RandomJson.Numbers.ANY);
    assertThat(canonical(json.spell(a))).isEqualTo(canonical(json.spell(a)));
    assertThat(canonical(json.spell(a)).equals(canonical(json.spell(b))))
        .isEqualTo(a.compareTo(b) == 0);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1",
    "1.0, 1",
    "1e0, 1",
    "10e-1, 1",
    "0.1E+1, 1",
    "1e-000, 1",
    "-0, 0",
    "0.000, 0",
    "-0e99, 0",
    "100, 1e2",
    "-120.0, -12e1",
    "0.05, 5e-2",
    "10.50, 105e-1",
    "1e400, 1e400",
    "9007199254740993, 9007199254740993",
    "9007199254740992.0, 9007199254740992",
    "1e00000000000000000000000000000000001, 1e1"
  })
  void aNumberHasOneForm(String number, String form) {
    assertThat(canonical(number)).isEqualTo(form);
    assertThat(canonical("[" + number + " ]")).isEqualTo("[" + form + "]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "99999999999999999",
        "100000000000000000",
        "100000000000000002",
        "999999999999999999",
        "10000000000000000000",
        "123456789012345678901234567890"
      })
  void anExponentIsExactWhereverALongEnds(String exponent) {
    BigInteger e = new BigInteger(exponent);
    String[] significands = {"1", "1000", "0.001", "12.3400", "-5"};
    int[] shifts = {0, 3, -3, -2, 0};
    String[] digits = {"1", "1", "1", "1234", "-5"};
    for (int i = 0; i < significands.length; i++) {
      BigInteger shift = BigInteger.valueOf(shifts[i]);
      assertThat(canonical(significands[i] + "e+0" + exponent))
          .isEqualTo(digits[i] + "e" + e.add(shift));
      assertThat(canonical(significands[i] + "E-" + exponent))
          .isEqualTo(digits[i] + "e" + e.negate().add(shift));
    }
  }

  @Test
  void hugeNumbersCostNoMoreThanTheirText() {
    String nines = "9".repeat(2_000_000);
    assertThat(canonical("1.5e" + nines)).isEqualTo("15e" + nines.substring(1) + "8");
    assertThat(canonical("10e" + nines)).isEqualTo("1e1" + "0".repeat(2_000_000));
    assertThat(canonical(nines + ".0e-1")).isEqualTo(nines + "e-1");
    assertThat(canonical("1" + "0".repeat(2_000_000))).isEqualTo("1e2000000");
    assertThat(canonical("0." + "0".repeat(1_999_999) + "1")).isEqualTo("1e-2000000");
  }

  @Test
  void membersAreSortedByUtf16Units() {
    // RFC 8785, 3.2.3
    assertThat(
            canonical(
                "{\"\\u20ac\":1,\"\\r\":2,\"\\ufb33\":3,\"1\":4,\"\\ud83d\\ude00\":5,\"\\u0080\":6,"
                    + "\"\\u00f6\":7}"))
        .isEqualTo("{\"\\r\":2,\"1\":4,\"\u0080\":6,\"ö\":7,\"€\":1,\"😀\":5,\"\ufb33\":3}");
  }

  @Test
  void stringsHaveTheFewestEscapes() {
    assertThat(canonical("\"\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\\"\\/\""))
        .isEqualTo("\"€$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"");
    assertThat(canonical("[\"\\b\\t\\n\\f\\r\\u007f\", true,false , null]"))
        .isEqualTo("[\"\\b\\t\\n\\f\\r\u007f\",true,false,null]");
  }

  @Test
  void halfASurrogatePairIsNoOtherText() {
    String[] texts = {
      "\"\\ud83d\"",
      "\"\\ude00\"",
      "\"?\"",
      "\"\\ufffd\"",
      "\"\\ud83d\\ude00\"",
      "\"\\ude00\\ud83d\"",
      "\"\\ud83d\\ud83d\\ude00\"",
      "\"\\ud83dx\\ude00\""
    };
    for (String a : texts) {
      for (String b : texts) {
        assertThat(canonicalBytes(a).length > 2).isTrue();
        assertThat(java.util.Arrays.equals(canonicalBytes(a), canonicalBytes(b)))
            .isEqualTo(a.equals(b));
      }
    }
    assertThat(canonical("\"\\ud83d\\uDE00\"")).isEqualTo("\"😀\"");
  }

  @Test
  void spaceIsNoContent() {
    assertThat(canonical("{ \"a\" :\t[ 1 ,\r\n 2 ] , \"b\":{ } ,\"c\" : [ ]\n}"))
        .isEqualTo("{\"a\":[1,2],\"b\":{},\"c\":[]}");
  }
}
