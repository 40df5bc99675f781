package io.leasegate.jsonrpc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RpcScannerTest {

  private final RpcScanner scanner = new RpcScanner(64);

  private RpcMessage one(String json) {
    Scan scan = scanner.scan(json.getBytes(UTF_8));
    assertThat(scan).as(json).isInstanceOf(Scan.One.class);
    return ((Scan.One) scan).message();
  }

  private Scan.Bad bad(byte[] bytes) {
    Scan scan = scanner.scan(bytes);
    assertThat(scan).isInstanceOf(Scan.Bad.class);
    return (Scan.Bad) scan;
  }

  private Scan.Bad bad(String json) {
    return bad(json.getBytes(UTF_8));
  }

  @Test
  void aCallIsFoundWithAllItsParts() {
    String json =
        " {\"jsonrpc\": \"2.0\", \"id\": 1.50, \"method\": \"tools/call\", \"params\": "
            + "{ \"name\" : \"a\\u0062ü\", \"arguments\": {\"x\": {\"y\":[1,2]}, \"z\":1e400}, "
            + "\"_meta\": {\"progressToken\": \"t\", \"ä\": null}}} ";
    RpcMessage m = one(json);
    assertThat(m.kind()).isEqualTo(RpcMessage.Kind.REQUEST);
    assertThat(m.method()).isEqualTo("tools/call");
    assertThat(m.idText()).isEqualTo("1.50");
    assertThat(m.string(m.params(), "name")).isEqualTo("abü");
    Members arguments = Objects.requireNonNull(m.arguments());
    assertThat(arguments.size()).isEqualTo(2);
    assertThat(m.text(arguments.valueFrom(0), arguments.valueTo(0))).isEqualTo("{\"y\":[1,2]}");
    assertThat(m.text(arguments.valueFrom(1), arguments.valueTo(1))).isEqualTo("1e400");
    assertThat(m.text(arguments.nameFrom(1), arguments.valueFrom(1))).isEqualTo("\"z\":");
    Members meta = Objects.requireNonNull(m.meta());
    assertThat(m.text(meta.from(), meta.to())).isEqualTo("{\"progressToken\": \"t\", \"ä\": null}");
    assertThat(m.text(meta.valueFrom(1), meta.valueTo(1))).isEqualTo("null");
    assertThat(m.text(m.from(), m.to())).isEqualTo(json.trim());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1",
        "\"1\"",
        "-0",
        "1e3",
        "123456789012345678901234567890",
        "\"\\u0041\\n\"",
        "\"\""
      })
  void anIdKeepsItsBytes(String id) {
    assertThat(one("{\"id\":" + id + ",\"jsonrpc\":\"2.0\",\"method\":\"ping\"}").idText())
        .isEqualTo(id);
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "true", "{}", "[1]", "false"})
  void anIdOfAnotherTypeIsRefused(String id) {
    Scan.Bad bad = bad("{\"id\":" + id + ",\"jsonrpc\":\"2.0\",\"method\":\"ping\"}");
    assertThat(bad.error().code()).isEqualTo(-32600);
    assertThat(bad.id()).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "nope",
        "{\"a\":1,}",
        "{'a':1}",
        "{\"a\":01}",
        "{\"a\":NaN}",
        "{\"a\":\"\t\"}",
        "{} {}",
        "{\"jsonrpc\":\"2.0\",\"method\":\"ping\"}x",
        "/**/{}",
        "\"\\ud800",
        "[1",
        "{\"a\" 1}"
      })
  void whatIsNotJsonIsAParseError(String json) {
    assertThat(bad(json).error().code()).isEqualTo(-32700);
  }

  @Test
  void otherEncodingsAreParseErrors() {
    String json = "{\"jsonrpc\":\"2.0\",\"method\":\"ping\"}";
    assertThat(bad(json.getBytes(java.nio.charset.StandardCharsets.UTF_16LE)).error().code())
        .isEqualTo(-32700);
    assertThat(bad(("\uFEFF" + json).getBytes(UTF_8)).error().code()).isEqualTo(-32700);
  }

  @ParameterizedTest
  @ValueSource(strings = {"c080", "eda080", "f4908080", "ff", "e282", "80", "f0808080"})
  void invalidUtf8IsAParseErrorWhereverItStands(String hex) {
    byte[] wrong = java.util.HexFormat.of().parseHex(hex);
    for (String[] around :
        new String[][] {
          {"{\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"params\":{\"x\":\"", "\"}}"},
          {"{\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"params\":{\"", "\":1}}"}
        }) {
      byte[] head = around[0].getBytes(UTF_8);
      byte[] tail = around[1].getBytes(UTF_8);
      byte[] all = new byte[head.length + wrong.length + tail.length];
      System.arraycopy(head, 0, all, 0, head.length);
      System.arraycopy(wrong, 0, all, head.length, wrong.length);
      System.arraycopy(tail, 0, all, head.length + wrong.length, tail.length);
      assertThat(bad(all).error().code()).isEqualTo(-32700);
    }
  }

  @Test
  void wellFormedTextOfEveryLengthPasses() {
    for (String text : new String[] {"é", "€", "😀", "\uD7FF", "\uE000", "a".repeat(9) + "ß"}) {
      for (int pad = 0; pad < 9; pad++) {
        one("{\"jsonrpc\":\"2.0\",\"method\":\"" + "x".repeat(pad) + text + "\"}");
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"jsonrpc\":\"2.0\",\"id\":7}",
        "{\"id\":7,\"method\":\"x\"}",
        "{\"jsonrpc\":\"1.0\",\"id\":7,\"method\":\"x\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":5}",
        "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"x\",\"params\":[]}",
        "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"x\",\"params\":null}",
        "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"x\",\"result\":{}}",
        "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{},\"error\":{}}",
        "{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":\"no\"}"
      })
  void aMessageOfAnotherShapeIsInvalidUnderItsId(String json) {
    assertThat(bad(json).error().code()).isEqualTo(-32600);
    assertThat(bad(json).id()).isEqualTo("7");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"jsonrpc\":\"2.0\",\"id\":7,\"id\":7,\"method\":\"x\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"x\",\"params\":{\"name\":1,\"na\\u006de\":1}}",
        "{\"jsonrpc\":\"2.0\",\"params\":{\"arguments\":{\"a\":{\"b\":[{\"c\":1,\"c\":1}]}}},\"id\":7,\"method\":\"x\"}",
        "{\"jsonrpc\":\"2.0\",\"params\":{\"arguments\":{\"a\":[{\"b\":1},{\"c\":{},\"d\":1,\"c\":1}]}},\"id\":7,\"method\":\"x\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"x\",\"params\":{\"_meta\":{\"a\":1,\"a\":2}}}",
        "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"x\",\"params\":{\"arguments\":{\"a\":0,\"b\":0,\"c\":0,\"d\":0,\"e\":0,\"f\":0,\"g\":0,\"h\":0,\"i\":0,\"j\":0,\"k\":0,\"l\":0,\"m\":0,\"a\":0}}}",
      })
  void aMemberThatIsThereTwiceIsInvalidParamsUnderItsId(String json) {
    assertThat(bad(json).error().code()).isEqualTo(-32602);
    assertThat(bad(json).id()).isEqualTo("7");
  }

  @Test
  void objectsBesideAndWithinEachOtherMayHaveTheSameNames() {
    one(
        "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"x\",\"params\":{\"arguments\":"
            + "{\"a\":[{\"a\":1,\"b\":{\"a\":2,\"b\":3}},{\"b\":{\"a\":4},\"a\":{\"b\":5}}]}}}");
  }

  @Test
  void membersThatTheGatewayDoesNotReadMayRepeat() {
    one("{\"jsonrpc\":\"2.0\",\"method\":\"x\",\"params\":{\"other\":{\"a\":1,\"a\":2}}}");
  }

  @Test
  void depthIsBounded() {
    String open = "{\"jsonrpc\":\"2.0\",\"method\":\"x\",\"params\":{\"arguments\":{\"a\":";
    one(open + "[".repeat(61) + "]".repeat(61) + "}}}");
    Scan.Bad bad = bad(open + "[".repeat(62) + "]".repeat(62) + "}}}");
    assertThat(bad.error().code()).isEqualTo(-32600);
    assertThat(bad(open + "[".repeat(1_000_000)).error().code()).isEqualTo(-32600);
    assertThat(bad("[".repeat(1_000_000)).error().code()).isEqualTo(-32600);
  }

  @Test
  void longNumbersAndNamesPass() {
    String number = "1".repeat(200_000);
    RpcMessage m =
        one(
            "{\"jsonrpc\":\"2.0\",\"method\":\"x\",\"params\":{\""
                + number
                + "\":"
                + number
                + "}}");
    assertThat(Objects.requireNonNull(m.params()).name(0)).isEqualTo(number);
  }

  @Test
  void aBatchGivesItsElementsInOrder() {
    Scan scan =
        scanner.scan(
            "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\"}, 5, {\"jsonrpc\":\"2.0\",\"method\":\"b\"}]"
                .getBytes(UTF_8));
    Scan.Batch batch = (Scan.Batch) scan;
    assertThat(batch.elements()).hasSize(3);
    assertThat(((Scan.One) batch.elements().get(0)).message().method()).isEqualTo("a");
    assertThat(batch.elements().get(1)).isInstanceOf(Scan.Bad.class);
    RpcMessage b = ((Scan.One) batch.elements().get(2)).message();
    assertThat(b.text(b.from(), b.to())).isEqualTo("{\"jsonrpc\":\"2.0\",\"method\":\"b\"}");
  }

  @Test
  void aMessageInTheMiddleOfAnArrayHasOffsetsOfThatArray() {
    byte[] bytes = "xx{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"a\"}yy".getBytes(UTF_8);
    RpcMessage m = ((Scan.One) scanner.scan(bytes, 2, bytes.length - 2)).message();
    assertThat(m.idText()).isEqualTo("9");
    assertThat(m.text(m.from(), m.to())).startsWith("{").endsWith("}");
  }

  @Test
  void aResponseIsFoundWithItsParts() {
    RpcMessage m =
        one(
            "{\"result\":{\"content\":[ ],\"structuredContent\":{\"n\":1.0},\"isError\":true,"
                + "\"_meta\":{\"a\":1}},\"jsonrpc\":\"2.0\",\"id\":12}");
    assertThat(m.kind()).isEqualTo(RpcMessage.Kind.RESULT);
    assertThat(m.isTrue(m.result(), "isError")).isTrue();
    assertThat(m.isTrue(m.result(), "content")).isFalse();
    assertThat(Objects.requireNonNull(m.meta()).name(0)).isEqualTo("a");
    RpcMessage e =
        one("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32601,\"message\":\"x\"}}");
    assertThat(e.kind()).isEqualTo(RpcMessage.Kind.ERROR);
    assertThat(e.hasId()).isFalse();
  }
}
