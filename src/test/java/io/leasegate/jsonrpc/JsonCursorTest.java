package io.leasegate.jsonrpc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.sym.ByteQuadsCanonicalizer;
import java.lang.reflect.Field;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a text leaves behind when it has been read. */
final class JsonCursorTest {

  private static int rememberedNames() throws ReflectiveOperationException {
    Field field = JsonFactory.class.getDeclaredField("_byteSymbolCanonicalizer");
    field.setAccessible(true);
    return ((ByteQuadsCanonicalizer) field.get(JsonCursor.FACTORY)).size();
  }

  private static void scan(String json) {
    new RpcScanner(64).scan(json.getBytes(UTF_8));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"x\",\"params\":{\"%s\":1}}",
        "{\"%s\":1}",
        "{\"%s\"",
        "{\"%s\" x",
        "{\"a\":{\"%s\":[1,}"
      })
  void longNamesAreNotRemembered(String template) throws ReflectiveOperationException {
    // Given
    int before = rememberedNames();
    // When
    scan(template.formatted(template.length() + "n".repeat(10_000)));
    // Then
    assertThat(rememberedNames()).isEqualTo(before);
  }

  @Test
  void shortNamesAre() throws ReflectiveOperationException {
    // Given
    int before = rememberedNames();
    // When
    scan("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"x\",\"neverSeenBefore\":1}");
    // Then
    assertThat(rememberedNames()).isGreaterThan(before);
  }
}
