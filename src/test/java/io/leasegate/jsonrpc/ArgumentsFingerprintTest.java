package io.leasegate.jsonrpc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.core.idempotency.Fingerprint;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.erdtman.jcs.JsonCanonicalizer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArgumentsFingerprintTest {

  private static RpcMessage call(String params) {
    String json =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":" + params + "}";
    return ((Scan.One) new RpcScanner(64).scan(json.getBytes(UTF_8))).message();
  }

  private static Fingerprint of(String arguments) {
    return ArgumentsFingerprint.of("up", "tool", call("{\"arguments\":" + arguments + "}"));
  }

  private static Fingerprint of(String upstream, String tool) {
    return ArgumentsFingerprint.of(upstream, tool, call("{}"));
  }

  /** The form is stored beside records and shared by replicas: it must not change by itself. */
  @Test
  void theFingerprintIsTheHashOfTheCanonicalArray() throws IOException, NoSuchAlgorithmException {
    byte[] text =
        new JsonCanonicalizer("[\"leasegate.call.1\",\"up\",\"tool\",{\"b\":\"ü\",\"a\":[7]}]")
            .getEncodedUTF8();
    assertThat(of("{\"b\":\"\\u00fc\", \"a\":[7.0]}").bytes())
        .isEqualTo(MessageDigest.getInstance("SHA-256").digest(text));
    assertThat(of("{}").hex())
        .isEqualTo("34171ddedcacd5e0e41ae42512c4035a35e0c3ec90ec40aa2d6e5d0e1a182eca");
  }

  @Property(tries = 300)
  void spellingsAreOneCallAndOtherValuesAreOthers(@ForAll long seed) throws IOException {
    RandomJson json = new RandomJson(new Random(seed), RandomJson.Numbers.ANY);
    Map<String, ?> value = json.object(3);
    String one = json.spell(value);
    String other = json.spell(json.object(1));
    assertThat(of(json.spell(value))).isEqualTo(of(one));
    assertThat(of(other).equals(of(one)))
        .isEqualTo(SlowCanonicalJson.of(other).equals(SlowCanonicalJson.of(one)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "{\"_sg_idempotency_key\":\"k\"}|{}",
        "{\"_sg_idempotency_key\":\"k\",\"a\":1}|{\"a\":1}",
        "{\"a\":1,\"_sg_idempotency_key\":{\"x\":[]}}|{\"a\":1}",
        "{\"b\":1,\"_sg_idempotency_k\\u0065y\":null,\"a\":2}|{\"a\":2,\"b\":1}",
        "{\"b\":1,\"a\":2,\"_sg_idempotency_key\":\"k\"}|{\"a\":2,\"b\":1}",
        "{\"_sg_idempotency_key\":{\"b\":{\"d\":0,\"c\":0},\"a\":0},\"z\":{\"b\":[1],\"a\":2}}|{\"z\":{\"a\":2,\"b\":[1]}}",
      })
  void theKeyIsNotPartOfTheCall(String with, String without) {
    assertThat(of(with)).isEqualTo(of(without));
  }

  @Test
  void aKeyDeeperInTheArgumentsIsData() {
    assertThat(of("{\"a\":{\"_sg_idempotency_key\":\"k\"}}"))
        .isNotEqualTo(of("{\"a\":{}}"))
        .isNotEqualTo(of("{\"a\":{\"_sg_idempotency_key\":\"l\"}}"));
    assertThat(of("{\"a\":[{\"_sg_idempotency_key\":\"k\"}]}")).isNotEqualTo(of("{\"a\":[{}]}"));
  }

  @Test
  void nothingElseOfTheRequestIsPartOfTheCall() {
    Fingerprint plain = of("{\"a\":1}");
    RpcMessage retry =
        call(
            "{\"name\":\"up__tool\",\"_meta\":{\"progressToken\":9},\"requestState\":\"s\","
                + "\"inputResponses\":{\"q\":{}},\"arguments\":{\"a\":1}}");
    assertThat(ArgumentsFingerprint.of("up", "tool", retry)).isEqualTo(plain);
  }

  @Test
  void noArgumentsAreEmptyArguments() {
    assertThat(of("up", "tool")).isEqualTo(of("{}"));
    assertThat(of("null")).isNotEqualTo(of("{}")).isNotEqualTo(of("[]"));
    assertThat(of(" [ 1.0]")).isEqualTo(of("[1]"));
  }

  @Test
  void namesDoNotRunIntoEachOtherOrTheArguments() {
    assertThat(of("ab", "c")).isNotEqualTo(of("a", "bc"));
    assertThat(of("a\",\"b", "c")).isNotEqualTo(of("a", "b\",\"c"));
    assertThat(of("a", "b\",{}]")).isNotEqualTo(of("a", "b"));
    assertThat(of("a", "\ud83d")).isNotEqualTo(of("a", "?"));
  }

  @Test
  void largeAndDeepArgumentsAreRead() {
    StringBuilder large = new StringBuilder("{\"z\":0");
    for (int i = 3_000; i > 0; i--) {
      large.append(", \"member").append(i).append("\":").append(i).append(".0");
    }
    String reversed = large.append('}').toString();
    assertThat(reversed.length()).isGreaterThan(50 * 1024);
    assertThat(of(reversed)).isEqualTo(of(reversed.replace(".0", "").replace(" ", "")));
    assertThat(of(reversed)).isNotEqualTo(of(reversed.replace("1234.0", "1234.1")));

    String deep =
        "{\"z\":".repeat(60) + "\"" + "x".repeat(50 * 1024) + "\"" + ",\"a\":0}".repeat(60);
    String sorted =
        "{\"a\":0,\"z\":".repeat(60) + "\"" + "x".repeat(50 * 1024) + "\"" + "}".repeat(60);
    assertThat(of(deep)).isEqualTo(of(sorted));
  }

  @Test
  void aFingerprintComesBackFromItsDigits() {
    Fingerprint one = of("{}");
    assertThat(Fingerprint.ofHex(one.hex())).isEqualTo(one).hasSameHashCodeAs(one);
    assertThat(Fingerprint.of(one.bytes())).isEqualTo(one).hasToString(one.hex());
    one.bytes()[0]++;
    assertThat(Fingerprint.of(one.bytes())).isEqualTo(one);
  }
}
