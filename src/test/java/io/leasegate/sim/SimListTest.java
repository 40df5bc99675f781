package io.leasegate.sim;

import static io.leasegate.sim.SimSession.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.leasegate.sim.SimSession.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SimListTest {

  private static final List<String> READS =
      List.of("echo", "add", "count", "large", "fence", "headers", "progress");

  @Test
  void theTenToolsSayWhatTheyDo() {
    try (SimSession sim = SimSession.open()) {
      List<JsonNode> tools = page(sim, null);

      assertThat(tools).extracting(tool -> tool.path("name").asText()).hasSize(10);
      for (JsonNode tool : tools) {
        JsonNode hints = tool.path("annotations");
        boolean read = READS.contains(tool.path("name").asText());
        assertThat(hints.path("readOnlyHint").asBoolean()).as("%s", tool).isEqualTo(read);
        assertThat(tool.path("inputSchema").path("type").asText()).isEqualTo("object");
      }
      JsonNode issue = named(tools, "create_issue");
      assertThat(issue.path("annotations").path("destructiveHint").asBoolean(true)).isFalse();
      assertThat(issue.path("inputSchema").path("required"))
          .isEqualTo(json("[\"title\",\"project\"]"));
      assertThat(named(tools, "add").path("outputSchema").path("required"))
          .isEqualTo(json("[\"sum\"]"));
    }
  }

  @Test
  void pagesTogetherHoldEveryToolOnce() {
    try (SimSession sim = new SimSession(SimOptions.DEFAULT.withTools(25).withPageSize(10))) {
      List<String> names = new ArrayList<>();
      @Nullable String cursor = null;
      int pages = 0;
      do {
        Answer answer = sim.post(list(cursor));
        answer.json().at("/result/tools").forEach(tool -> names.add(tool.path("name").asText()));
        cursor = answer.json().at("/result/nextCursor").textValue();
        pages++;
      } while (cursor != null);

      assertThat(pages).isEqualTo(4);
      assertThat(names).hasSize(35).doesNotHaveDuplicates().contains("tool_0001", "tool_0025");
      assertThat(sim.call("tool_0025", "{\"text\":\"x\"}").structured())
          .isEqualTo(json("{\"text\":\"x\"}"));
    }
  }

  @Test
  void anUnknownCursorIsInvalid() {
    try (SimSession sim = new SimSession(SimOptions.DEFAULT.withPageSize(3))) {
      for (String cursor : List.of("page-4", "page-0", "", "page-01")) {
        assertThat(sim.post(list(cursor)).json().at("/error/code").asInt()).isEqualTo(-32602);
      }
    }
  }

  private static List<JsonNode> page(SimSession sim, @Nullable String cursor) {
    List<JsonNode> tools = new ArrayList<>();
    sim.post(list(cursor)).json().at("/result/tools").forEach(tools::add);
    return tools;
  }

  private static JsonNode named(List<JsonNode> tools, String name) {
    return Objects.requireNonNull(
        tools.stream()
            .filter(tool -> tool.path("name").asText().equals(name))
            .findFirst()
            .orElse(null));
  }

  private static String list(@Nullable String cursor) {
    String params = cursor == null ? "{}" : "{\"cursor\":\"" + cursor + "\"}";
    return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":" + params + "}";
  }
}
