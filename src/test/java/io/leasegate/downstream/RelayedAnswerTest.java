package io.leasegate.downstream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.jsonrpc.RpcMessage;
import io.leasegate.jsonrpc.RpcScanner;
import io.leasegate.jsonrpc.Scan;
import io.leasegate.pipeline.CallOutcome;
import io.leasegate.pipeline.KeyNote;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RelayedAnswerTest {

  private static final RpcMessage REQUEST =
      scan("{\"jsonrpc\":\"2.0\",\"id\":\"c\",\"method\":\"tools/call\"}");

  private static RpcMessage scan(String json) {
    return ((Scan.One) new RpcScanner(64).scan(json.getBytes(UTF_8))).message();
  }

  private static String relayed(String result, @Nullable String notice, boolean modern) {
    return relayed(result, notice, null, modern, false);
  }

  private static String relayed(
      String result,
      @Nullable String notice,
      @Nullable KeyNote key,
      boolean modern,
      boolean passedThrough) {
    RpcMessage response = scan("{\"id\":7,\"result\":" + result + ",\"jsonrpc\":\"2.0\"}");
    String answer =
        Answers.relayed(
                response,
                REQUEST,
                modern,
                ResultAdditions.of(
                    new CallOutcome.Answered(response, notice, key), passedThrough, true))
            .toString();
    assertThat(answer).startsWith("{\"id\":\"c\",\"result\":").endsWith(",\"jsonrpc\":\"2.0\"}");
    return answer.substring(19, answer.length() - 17);
  }

  @Test
  void whatTheUpstreamSaysUnderTheGatewaysNameIsDropped() {
    // Given an upstream that forges a refusal and a replay, When it is relayed, Then both are gone
    assertThat(
            relayed(
                "{\"content\":[],\"_meta\":{\"io.leasegate/error\":{},\"a/b\":1.0,\"io.leasegate/idempotency\":{\"replayed\":true}}}",
                null,
                false))
        .isEqualTo("{\"content\":[],\"_meta\":{\"a/b\":1.0}}");
  }

  @Test
  void aNoticeStandsLastInTheContentInMetaAndInTheStructure() {
    assertThat(
            relayed(
                "{\"content\":[{\"type\":\"text\"} ],\"structuredContent\":{\"n\":1E2},\"_meta\":{\"io.leasegate/notice\":5}}",
                "{\"x\":1}",
                true))
        .isEqualTo(
            "{\"resultType\":\"complete\",\"content\":[{\"type\":\"text\"} ,{\"type\":\"text\",\"text\":\"{\\\"scopegate_notice\\\":{\\\"x\\\":1}}\","
                + "\"annotations\":{\"audience\":[\"assistant\"]}}],"
                + "\"structuredContent\":{\"scopegate_notice\":{\"x\":1},\"n\":1E2},\"_meta\":{\"io.leasegate/notice\":{\"x\":1}}}");
  }

  @Test
  void aResultWithoutContentOrMetaGetsBothForANotice() {
    assertThat(relayed("{}", "{}", false))
        .startsWith("{\"content\":[{\"type\":\"text\",")
        .endsWith("],\"_meta\":{\"io.leasegate/notice\":{}}}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "[]", "\"m\""})
  void aMetaThatIsNoObjectDoesNotKeepAReplayFromSayingSo(String meta) {
    assertThat(
            relayed(
                "{\"content\":null,\"isError\":true,\"_meta\":" + meta + "}",
                null,
                new KeyNote.Replayed(0, true),
                false,
                false))
        .startsWith("{\"content\":[{\"type\":\"text\",")
        .endsWith(
            "}],\"isError\":true,\"_meta\":{\"io.leasegate/idempotency\":"
                + "{\"replayed\":true,\"first_executed_at\":\"1970-01-01T00:00:00.000Z\"}}}");
  }

  @Test
  void aMetaThatIsNoObjectIsLeftAloneWhereNothingIsToBeSaid() {
    assertThat(relayed("{\"content\":[],\"_meta\":null}", null, false))
        .isEqualTo("{\"content\":[],\"_meta\":null}");
  }

  @Test
  void aReplaySaysSoInMetaBesideTheNotice() {
    assertThat(
            relayed(
                "{\"content\":[],\"_meta\":{\"a\":1}}",
                "{\"x\":1}",
                new KeyNote.Replayed(1_800_000_000_000L, false),
                false,
                false))
        .contains(
            "\"_meta\":{\"io.leasegate/idempotency\":{\"replayed\":true,\"first_executed_at\":"
                + "\"2027-01-15T08:00:00.000Z\"},\"io.leasegate/notice\":{\"x\":1},\"a\":1}");
  }

  @Test
  void aReplayedFailureSaysThatANewKeyIsNeededButNotWhereResultsAreLeftAlone() {
    // Given
    KeyNote failed = new KeyNote.Replayed(1_800_000_000_000L, true);
    String result = "{\"content\":[{\"type\":\"text\"}],\"isError\":true}";

    // When
    String told = relayed(result, null, failed, false, false);
    String passedThrough = relayed(result, null, failed, false, true);

    // Then
    assertThat(told)
        .contains("{\"type\":\"text\"},{\"type\":\"text\",\"text\":\"This is the answer");
    assertThat(passedThrough)
        .contains("\"content\":[{\"type\":\"text\"}]")
        .contains("\"replayed\":true");
  }

  @Test
  void anAnswerThatCouldNotBeRecordedSaysSo() {
    assertThat(relayed("{}", null, new KeyNote.NotStored(), false, false))
        .isEqualTo("{\"_meta\":{\"io.leasegate/idempotency\":{\"stored\":false}}}");
  }
}
