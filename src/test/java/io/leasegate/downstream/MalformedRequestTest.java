package io.leasegate.downstream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.app.GatewayCase;
import io.leasegate.app.RunningGateway;
import io.leasegate.testing.McpClient;
import io.leasegate.testing.RawResponse;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies that are no MCP message get a clear error, and nobody else notices. */
final class MalformedRequestTest extends GatewayCase {

  @Override
  protected RunningGateway.Setup setup() {
    return RunningGateway.with(upstream).limit("max_body: 64KiB");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"} {}",
        "{'jsonrpc':'2.0','id':1,'method':'ping'}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",}",
        "{\"jsonrpc\":\"2.0\",\"id\":01,\"method\":\"ping\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":NaN,\"method\":\"ping\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"pi\nng\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\\x\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{\"a\":tru}}",
        "\uFEFF{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}",
        "/* no */ {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}",
        "<html></html>",
        "\u0000"
      })
  void whatIsNoJsonIsAParseError(String body) {
    // When
    RawResponse answer = client.post(body.isEmpty() ? " ".getBytes(UTF_8) : body.getBytes(UTF_8));
    // Then
    assertThat(answer.status() + " " + answer.errorCode()).isEqualTo("400 -32700");
  }

  @Test
  void anEmptyBodyIsAParseError() {
    // When
    RawResponse answer = client.send("POST");
    // Then
    assertThat(answer.status() + " " + answer.errorCode()).isEqualTo("400 -32700");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "1",
        "\"text\"",
        "true",
        "{}",
        "[]",
        "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]",
        "{\"id\":1,\"method\":\"ping\"}",
        "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}",
        "{\"jsonrpc\":2.0,\"id\":1,\"method\":\"ping\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":true,\"method\":\"ping\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":[1],\"method\":\"ping\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":{\"a\":1},\"method\":\"ping\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":1}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":1}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":null}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":{}}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":[]}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":\"x\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":7}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"result\":{}}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"error\":{}}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{},\"error\":{}}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":\"text\"}",
        "{\"jsonrpc\":\"2.0\",\"result\":{}}"
      })
  void whatIsNoMessageIsAnInvalidRequest(String body) {
    // When
    RawResponse answer = client.post(body);
    // Then
    assertThat(answer.status() + " " + answer.errorCode()).isEqualTo("400 -32600");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"name\":1}",
        "{\"name\":null}",
        "{\"name\":[\"up__echo\"]}",
        "{\"name\":{\"a\":1}}",
        "{\"name\":\"up__echo\",\"arguments\":[]}",
        "{\"name\":\"up__echo\",\"arguments\":\"{}\"}",
        "{\"name\":\"up__echo\",\"arguments\":null}",
        "{\"name\":\"up__echo\",\"arguments\":1}",
        "{\"name\":\"up__echo\",\"_meta\":[]}",
        "{\"name\":\"up__echo\",\"_meta\":\"x\"}",
        "{\"name\":\"up__echo\",\"_meta\":null}",
        "{\"name\":\"up__echo\",\"_meta\":{\"progressToken\":{}}}",
        "{\"name\":\"up__echo\",\"_meta\":{\"progressToken\":null}}",
        "{\"name\":\"up__echo\",\"_meta\":{\"progressToken\":true}}",
        "{\"name\":\"\"}",
        "{\"name\":\"nobody__has_this\"}",
        "{\"name\":\"echo\"}",
        "{\"name\":\"UP__echo\"}",
        "{\"name\":\"up__echo\\u0000\"}",
        "{\"name\":\"\\ud800\"}",
        "{\"name\":\"\\udc00\\ud800\"}",
        "{\"name\":\"\\\"}{\\\\\\n\"}"
      })
  void callsThatCannotBeMeantAreInvalidParams(String params) {
    // When
    RawResponse answer =
        client.post(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":" + params + "}");
    // Then
    assertThat(answer.status() + " " + answer.errorCode()).isEqualTo("200 -32602");
  }

  @Test
  void aCallWithoutParamsIsInvalidParams() {
    // When
    RawResponse answer = client.post("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\"}");
    // Then
    assertThat(answer.errorCode()).isEqualTo(-32602);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"method\":\"ping\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"\\u006dethod\":\"ping\"}",
        "{\"jsonrpc\":\"2.0\",\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"x\":1,\"x\":2,\"method\":\"ping\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{\"a\":1,\"a\":1}}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"up__echo\",\"name\":\"x\"}}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"up__echo\",\"arguments\":{\"a\":[{\"b\":{\"c\":1,\"c\":2}}]}}}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"up__echo\",\"arguments\":{\"\\ud800\":1,\"\\uD800\":2}}}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"up__echo\",\"arguments\":{\"\":1,\"\":2}}}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"up__echo\",\"_meta\":{\"a\":1,\"a\":2}}}"
      })
  void membersThatOccurTwiceAreInvalidParams(String body) {
    // When
    RawResponse answer = client.post(body);
    // Then
    assertThat(answer.errorCode()).isEqualTo(-32602);
  }

  @Test
  void aMessageWithTwoIdsIsAnsweredUnderNone() {
    // When
    RawResponse answer = client.post("{\"jsonrpc\":\"2.0\",\"id\":1,\"id\":2,\"method\":\"ping\"}");
    // Then
    assertThat(answer.json().path("id").isNull()).as(answer.text()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"\\ud800", "\\udfff", "a\\ud800b"})
  void unknownMethodsWithLoneSurrogatesAreNotFound(String method) {
    // When
    RawResponse answer =
        client.post("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\"}");
    // Then
    assertThat(answer.errorCode()).isEqualTo(-32601);
  }

  @Test
  void anEndlessNameIsNotSentBackWhole() {
    // When
    RawResponse answer = client.call("x".repeat(60_000), "{}");
    // Then
    assertThat(answer.body().length()).isLessThan(2000);
  }

  @Test
  void invalidUtf8AtEveryPlaceIsAParseError() {
    // Given
    byte[] body = McpClient.callMessage("\"i\"", "up__echo", "{\"k\":\"v\"}").getBytes(UTF_8);
    List<Integer> served = new ArrayList<>();
    // When
    for (int at = 0; at <= body.length; at++) {
      ByteArrayOutputStream broken = new ByteArrayOutputStream();
      broken.write(body, 0, at);
      broken.write(0xC0);
      broken.write(0xAF);
      broken.write(body, at, body.length - at);
      RawResponse answer = client.post(broken.toByteArray());
      if (answer.status() != 400 || answer.errorCode() != -32700) {
        served.add(at);
      }
    }
    // Then
    assertThat(served).isEmpty();
  }

  @Test
  void aBodyCutAtEveryPlaceIsAParseError() {
    // Given
    byte[] body =
        McpClient.callMessage("1", "up__echo", "{\"k\":[1,{\"ü\":\"é\"}]}").getBytes(UTF_8);
    List<Integer> served = new ArrayList<>();
    // When
    for (int length = 1; length < body.length; length++) {
      RawResponse answer = client.post(java.util.Arrays.copyOf(body, length));
      if (answer.status() != 400 || answer.errorCode() != -32700) {
        served.add(length);
      }
    }
    // Then
    assertThat(served).isEmpty();
  }

  @Test
  void aBodyOfTheGreatestDepthIsServed() {
    // Given: the envelope, params and arguments are three of the levels
    String deep = "[".repeat(61) + "]".repeat(61);
    // When
    RawResponse answer = client.call("up__echo", "{\"a\":" + deep + "}");
    // Then
    assertThat(answer.result().has("content")).as(answer.text()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {62, 1000, 30_000})
  void aDeeperBodyIsAnInvalidRequest(int levels) {
    // Given
    String deep = "[".repeat(levels) + "]".repeat(levels);
    // When
    RawResponse answer = client.call("up__echo", "{\"a\":" + deep + "}");
    // Then
    assertThat(answer.status() + " " + answer.errorCode()).isEqualTo("400 -32600");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1",
        "0",
        "-1",
        "9007199254740993",
        "123456789012345678901234567890",
        "1.0",
        "1e3",
        "-0.0",
        "\"\"",
        "\"1\"",
        "\"\\u0061\\/\\n\"",
        "\"\\ud83d\\ude00 😀 \\ud800\"",
        "\"\\\"}\""
      })
  void idsComeBackByteForByte(String id) {
    // When
    RawResponse answer = client.post(McpClient.callMessage(id, "up__echo", "{}"));
    // Then
    assertThat(answer.text()).contains("\"id\":" + id + ",");
  }
}
