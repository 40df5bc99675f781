package io.leasegate.sim;

import static io.leasegate.sim.SimSession.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.leasegate.sim.SimSession.Answer;
import io.vertx.core.http.HttpMethod;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimToolsTest {

  private final SimSession sim = SimSession.open();

  @AfterEach
  void close() {
    sim.close();
  }

  @Test
  void echoAnswersTheTextAsStructureAndAsTheSameJsonText() {
    Answer answer = sim.call("echo", "{\"text\":\"grüß \\\"göttin\\\" \\n 🚪\"}");

    assertThat(answer.structured()).isEqualTo(json("{\"text\":\"grüß \\\"göttin\\\" \\n 🚪\"}"));
    assertThat(json(answer.text())).isEqualTo(answer.structured());
  }

  @Test
  void halfASurrogatePairComesBackEscaped() {
    Answer answer = sim.call("echo", "{\"text\":\"a\\ud83d-\\ude00b\\ud83d\\ude00\"}");

    assertThat(answer.body()).contains("\"structuredContent\":{\"text\":\"a\\ud83d-\\ude00b😀\"}");
    assertThat(json(answer.text())).isEqualTo(answer.structured());
  }

  @ParameterizedTest
  @CsvSource({
    "2, 40, 42",
    "0.1, 0.2, 0.3",
    "1e2, 1e2, 200",
    "9007199254740993, 9007199254740993, 18014398509481986",
    "123456789012345678901234567890, 0.1, 123456789012345678901234567890.1",
    "1.10, 0, 1.10",
    "-1, 1, 0"
  })
  void addIsExact(String a, String b, String sum) {
    Answer answer = sim.call("add", "{\"a\":" + a + ",\"b\":" + b + "}");

    assertThat(answer.body()).contains("\"structuredContent\":{\"sum\":" + sum + "}");
  }

  @Test
  void anExponentThatWouldFillTheMemoryIsRefused() {
    assertFailure(sim.call("add", "{\"a\":1e999999999,\"b\":1}"), "argument a");
  }

  @Test
  void issuesAreNumberedAndCounted() {
    String issue = "{\"title\":\"one\",\"project\":\"p\",\"owner\":\"o\",\"repo\":\"r\"}";

    assertThat(sim.call("create_issue", issue).structured())
        .isEqualTo(json("{\"number\":1,\"title\":\"one\"}"));
    sim.call("create_issue", "{\"title\":\"two\",\"project\":\"p\"}");
    sim.call("slow", "{\"ms\":0,\"title\":\"two\"}");
    sim.call("fail", "{\"mode\":\"error\",\"title\":\"two\"}");
    sim.call("slow", "{\"ms\":0}");

    assertThat(sim.count("one")).isEqualTo(1);
    assertThat(sim.count("two")).isEqualTo(3);
    assertThat(sim.count("three")).isZero();
    assertThat(sim.call("count", "{}").structured()).isEqualTo(json("{\"count\":5}"));
  }

  @Test
  void resetSetsTheCountersBack() {
    sim.call("create_issue", "{\"title\":\"one\",\"project\":\"p\"}");

    assertThat(sim.send(HttpMethod.POST, "/reset", new byte[0]).status()).isEqualTo(204);

    assertThat(sim.count("one")).isZero();
    assertThat(sim.call("count", "{}").structured()).isEqualTo(json("{\"count\":0}"));
    assertThat(sim.call("create_issue", "{\"title\":\"one\",\"project\":\"p\"}").structured())
        .isEqualTo(json("{\"number\":1,\"title\":\"one\"}"));
  }

  @Test
  void slowAnswersItsTime() {
    assertThat(sim.call("slow", "{\"ms\":3.0}").structured()).isEqualTo(json("{\"ms\":3}"));
  }

  @ParameterizedTest
  @CsvSource({"0,1", "1,1", "10,10", "100000,500", "77,7", "300000,1"})
  void largeHasTheSizeAndTheLines(int bytes, int lines) {
    Answer answer = sim.call("large", "{\"bytes\":" + bytes + ",\"lines\":" + lines + "}");

    byte[] text = answer.text().getBytes(StandardCharsets.UTF_8);
    assertThat(text).hasSize(bytes);
    long breaks = answer.text().chars().filter(c -> c == '\n').count();
    assertThat(breaks).isEqualTo(lines - 1);
  }

  @Test
  void largeRefusesMoreLinesThanBytes() {
    assertFailure(sim.call("large", "{\"bytes\":5,\"lines\":6}"), "argument lines");
  }

  @Test
  void fenceAnswersHeadersAndMeta() {
    sim.headers.put("X-LeaseGate-Fence", "l-1:2");
    sim.headers.put("X-LeaseGate-Fence-Resource", "repo/type/7");
    String meta = "{\"io.leasegate/fence\":{\"lease_id\":\"l-1\",\"generation\":2},\"n\":1.50}";

    Answer answer = sim.post(SimSession.callMessage("1", "fence", "{}", meta));

    assertThat(answer.body())
        .contains("{\"header\":\"l-1:2\",\"resource\":\"repo/type/7\",\"meta\":" + meta + "}");
  }

  @Test
  void fenceAnswersNullForWhatDidNotCome() {
    String message =
        """
        {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"fence"}}""";

    assertThat(sim.post(message).structured())
        .isEqualTo(json("{\"header\":null,\"resource\":null,\"meta\":null}"));
  }

  @Test
  void headersAnswersWhatItSawInLowerCase() {
    sim.headers.put("X-Probe", "Value");

    JsonNode seen = sim.call("headers", "{}").structured().path("headers");

    assertThat(seen.path("x-probe").asText()).isEqualTo("Value");
    assertThat(seen.path("content-type").asText()).isEqualTo("application/json");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "echo | {} | argument text is missing",
        "echo | {'text':1} | argument text must be a string",
        "echo | {'text':null} | argument text must be",
        "echo | [] | arguments must be an object",
        "add | {'a':1} | argument b is missing",
        "add | {'a':'1','b':2} | argument a must be a number",
        "create_issue | {'title':'t'} | argument project is missing",
        "create_issue | {'title':'t','project':'p','owner':1} | argument owner",
        "count | {'title':7} | argument title",
        "slow | {'ms':-1} | argument ms must be a whole number",
        "slow | {'ms':1.5} | argument ms",
        "slow | {'ms':99999999999999999999} | argument ms",
        "fail | {'mode':'explode'} | argument mode must be one of error",
        "large | {'bytes':1e300} | argument bytes",
        "progress | {'steps':'3'} | argument steps"
      })
  void wrongArgumentsAreNamed(String tool, String arguments, String named) {
    assertFailure(sim.call(tool, arguments.replace('\'', '"')), named);
  }

  private static void assertFailure(Answer answer, String text) {
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().path("result").path("isError").asBoolean()).as(answer.body()).isTrue();
    assertThat(answer.text()).contains(text);
  }
}
