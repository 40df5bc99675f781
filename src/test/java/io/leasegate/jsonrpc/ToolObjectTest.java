package io.leasegate.jsonrpc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ToolObjectTest {

  private static ToolObject tool(String json) {
    byte[] bytes = json.getBytes(UTF_8);
    return ToolObject.read(bytes, 0, bytes.length).orElseThrow();
  }

  private static String listed(String json, boolean takesKey) {
    return new String(tool(json).listedAs("up__t", takesKey), UTF_8);
  }

  @Test
  void theKeyIsDeclaredFirstAndEverythingElseIsKept() {
    String out =
        listed(
            "{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"a\":{\"const\":1.0}},"
                + "\"x-v\":[1 ,2]},\"icons\":[]}",
            true);
    assertThat(out)
        .startsWith(
            "{\"name\":\"up__t\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"_sg_idempotency_key\":{\"type\":\"string\",")
        .endsWith("},\"a\":{\"const\":1.0}},\"x-v\":[1 ,2]},\"icons\":[]}");
  }

  @Test
  void aSchemaWithoutPropertiesGetsThem() {
    assertThat(listed("{\"name\":\"t\",\"outputSchema\":{\"type\":\"object\"}}", false))
        .startsWith("{\"name\":\"up__t\",\"outputSchema\":{\"properties\":{\"scopegate_notice\":{");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"$ref\":\"#/$defs/x\"}",
        "{\"type\":\"object\",\"anyOf\":[]}",
        "true",
        "{\"type\":[\"object\",\"null\"]}",
        "{\"type\":\"object\",\"properties\":true}",
        "{\"type\":\"object\",\"properties\":{\"_sg_idempotency_key\":{\"type\":\"string\"}}}"
      })
  void aSchemaOfAnotherFormPassesUnchanged(String schema) {
    assertThat(listed("{\"name\":\"t\",\"inputSchema\":" + schema + "}", true))
        .isEqualTo("{\"name\":\"up__t\",\"inputSchema\":" + schema + "}");
  }

  @Test
  void executionIsDroppedAndHintsAreRead() {
    ToolObject t =
        tool(
            "{\"execution\":{\"taskSupport\":\"required\"},\"name\":\"t\",\"annotations\":{\"readOnlyHint\":true,\"idempotentHint\":1}}");
    assertThat(t.requiresTask()).isTrue();
    assertThat(t.hint("readOnlyHint")).contains(true);
    assertThat(t.hint("idempotentHint")).isEmpty();
    assertThat(new String(t.passedThrough(), UTF_8))
        .isEqualTo("{\"name\":\"t\",\"annotations\":{\"readOnlyHint\":true,\"idempotentHint\":1}}");
  }

  @Test
  void whatIsNoToolIsNotRead() {
    byte[] bytes = "{\"title\":\"x\"}".getBytes(UTF_8);
    assertThat(ToolObject.read(bytes, 0, bytes.length)).isEmpty();
  }
}
