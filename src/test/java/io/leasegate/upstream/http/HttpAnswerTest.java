package io.leasegate.upstream.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.core.error.ErrorCode;
import io.leasegate.upstream.UpstreamAnswer;
import io.leasegate.upstream.UpstreamAnswer.OutcomeUnknown;
import io.leasegate.upstream.UpstreamAnswer.Rejected;
import io.leasegate.upstream.UpstreamAnswer.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a whole HTTP answer proves about the request 7. */
final class HttpAnswerTest {

  private static ExchangeEnd read(boolean inSession, int status, String body) {
    return new HttpAnswer("7", inSession, status, null, null)
        .read(HttpProbe.SCANNER, body.getBytes(UTF_8));
  }

  private static String kind(ExchangeEnd end) {
    if (!(end instanceof ExchangeEnd.Answered answered)) {
      return "session gone";
    }
    UpstreamAnswer answer = answered.answer();
    return answer instanceof Response
        ? "response"
        : answer instanceof Rejected rejected
            ? "rejected " + rejected.code().wireName()
            : answer instanceof OutcomeUnknown unknown && unknown.code() == ErrorCode.UPSTREAM_LOST
                ? "unknown"
                : answer.toString();
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "200 | {`jsonrpc`:`2.0`,`id`:7,`result`:{}} | response",
        "200 | {`jsonrpc`:`2.0`,`id`:7,`error`:{`code`:-32602,`message`:`x`}} | response",
        "200 | {`jsonrpc`:`2.0`,`id`:null,`error`:{`code`:-32602,`message`:`x`}} | response",
        "400 | {`jsonrpc`:`2.0`,`id`:7,`error`:{`code`:-32602,`message`:`x`}} | response",
        "404 | {`jsonrpc`:`2.0`,`id`:7,`error`:{`code`:-32601,`message`:`x`}} | response",
        "202 | {`jsonrpc`:`2.0`,`id`:7,`result`:{}} | response",
        "200 | {`jsonrpc`:`2.0`,`id`:8,`result`:{}} | unknown",
        "200 | {`jsonrpc`:`2.0`,`id`:`7`,`result`:{}} | unknown",
        "200 | {`jsonrpc`:`2.0`,`id`:7,`method`:`tools/call`} | unknown",
        "200 | {`jsonrpc`:`2.0`,`id`:7,`method`:``} | unknown",
        "200 | {`jsonrpc`:`2.0`,`method`:`notifications/progress`} | unknown",
        "200 | [{`jsonrpc`:`2.0`,`id`:7,`result`:{}}] | unknown",
        "200 | {`jsonrpc`:`2.0`,`id`:7,`result`:{} | unknown",
        "200 | <html> | unknown",
        "202 | '' | unknown",
        "204 | '' | unknown",
        "302 | '' | unknown",
        "413 | too large | unknown",
        "500 | {`jsonrpc`:`2.0`,`id`:7,`result`:{}} | unknown",
        "503 | busy | unknown",
        "401 | no | rejected upstream_unauthorized",
        "403 | {`jsonrpc`:`2.0`,`id`:7,`result`:{}} | rejected upstream_unauthorized",
        "429 | later | rejected upstream_busy",
      })
  void itMeansTheSameWithAndWithoutASession(int status, String body, String meaning) {
    String json = body.replace("''", "").replace('`', '"');
    assertThat(kind(read(true, status, json))).isEqualTo(meaning);
    assertThat(kind(read(false, status, json))).isEqualTo(meaning);
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "404 | '' | session gone",
        "404 | Not found | session gone",
        "404 | {`detail`:`unknown`} | session gone",
        "404 | {`jsonrpc`:`2.0`,`id`:7,`error`:{`code`:1,`message`:`No Session`}} | session gone",
        "404 | {`jsonrpc`:`2.0`,`id`:null,`error`:{`code`:1,`message`:`x`}} | session gone",
        "400 | {`jsonrpc`:`2.0`,`id`:null,`error`:{`code`:1,`message`:`bad session`}} | session gone",
        "404 | {`jsonrpc`:`2.0`,`id`:7,`resu | unknown",
        "404 | [ | unknown",
        "400 | no valid session | unknown",
      })
  void aSessionIsGoneOnlyWhereThereWasOne(int status, String body, String meaning) {
    String json = body.replace("''", "").replace('`', '"');
    assertThat(kind(read(true, status, json))).isEqualTo(meaning);
    assertThat(kind(read(false, status, json))).isNotEqualTo("session gone");
  }

  @Test
  void aLossIsToldWithItsStatus() {
    assertThat(read(true, 503, "busy"))
        .isEqualTo(
            new ExchangeEnd.Answered(
                new OutcomeUnknown(ErrorCode.UPSTREAM_LOST, "answered HTTP 503"), null));
  }
}
