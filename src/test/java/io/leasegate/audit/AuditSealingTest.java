package io.leasegate.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.erdtman.jcs.JsonCanonicalizer;
import org.junit.jupiter.api.Test;

class AuditSealingTest {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  @Test
  void anEntryHasItsFormAndItsPlaceInTheChain() throws IOException {
    // Given
    AuditDraft first = AuditDraft.of(AuditKind.GRANT, "issued", "ann").with("grant_id", "g-1");
    AuditDraft second = AuditDraft.of(AuditKind.POLICY, "reloaded").withId("a-known");
    AuditSealing sealing = new AuditSealing("acme", AuditPoint.START, () -> "a-new");

    // When
    SealedEntry one =
        sealing.seal(new UnsealedEntry(1, 1_753_148_277_042L, Optional.of("ann"), first));
    SealedEntry two =
        sealing.seal(new UnsealedEntry(2, 1_753_148_277_043L, Optional.empty(), second));

    // Then
    JsonNode entry = MAPPER.readTree(one.entry(AuditPoint.START.hash()).json());
    assertThat(entry.path("id").asText()).isEqualTo("a-new");
    assertThat(entry.path("sequence").asLong()).isEqualTo(1);
    assertThat(entry.path("at").asText()).isEqualTo("2025-07-22T01:37:57.042Z");
    assertThat(entry.path("kind").asText()).isEqualTo("grant");
    assertThat(entry.path("operation").asText()).isEqualTo("issued");
    assertThat(entry.path("workspace").asText()).isEqualTo("acme");
    assertThat(entry.path("agent").asText()).isEqualTo("ann");
    assertThat(entry.path("grant_id").asText()).isEqualTo("g-1");
    assertThat(entry.path("prev_hash").asText()).isEqualTo("0".repeat(64));
    assertThat(entry.path("hash").asText()).isEqualTo(one.point().hash()).matches("[0-9a-f]{64}");
    JsonNode next = MAPPER.readTree(two.entry(one.point().hash()).json());
    assertThat(next.path("prev_hash")).isEqualTo(entry.path("hash"));
    assertThat(next.path("id").asText()).isEqualTo("a-known");
    assertThat(next.has("agent")).isFalse();
    assertThat(sealing.head()).isEqualTo(two.point());
  }

  @Test
  void theHashIsThatOfRfc8785WithoutItself() throws Exception {
    for (String json : new RandomChain(20_261_129, 300).entries) {
      // Given
      ObjectNode entry = (ObjectNode) MAPPER.readTree(json);
      String hash = entry.remove("hash").asText();

      // When
      byte[] theirs = new JsonCanonicalizer(MAPPER.writeValueAsString(entry)).getEncodedUTF8();

      // Then
      assertThat(new JsonCanonicalizer(json).getEncodedString()).as("as sent").isEqualTo(json);
      assertThat(hash)
          .isEqualTo(HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(theirs)));
    }
  }

  @Test
  void onlyTheNextEntryIsLinked() {
    // Given
    AuditSealing sealing = new AuditSealing("acme", AuditPoint.START, () -> "a-new");
    AuditDraft draft = AuditDraft.of(AuditKind.STORE, "x");

    // When, then
    assertThatThrownBy(() -> sealing.seal(new UnsealedEntry(2, 0, Optional.empty(), draft)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void whatCannotBeWrittenIsNoDetail() {
    // Given
    AuditDraft draft = AuditDraft.of(AuditKind.STORE, "x").with("a", 1);

    // When, then
    assertThatThrownBy(() -> draft.with("a", 2)).hasMessageContaining("once");
    assertThatThrownBy(() -> draft.with("hash", "2")).hasMessageContaining("once");
    assertThatThrownBy(() -> draft.with("b", 1.5)).hasMessageContaining("b cannot be");
    assertThatThrownBy(() -> draft.with("b", List.of(1.5))).hasMessageContaining("b cannot be");
    assertThatThrownBy(() -> draft.with("b", Map.of(1, 1))).hasMessageContaining("b has a member");
    assertThat(draft.details()).containsExactly("a", 1);
  }

  @Test
  void aLongTextIsCut() {
    // When
    AuditDraft draft =
        AuditDraft.of(AuditKind.STORE, "x").with("text", "x".repeat(AuditDraft.LONGEST_TEXT + 1));

    // Then
    assertThat((String) draft.details().get(1)).hasSize(AuditDraft.LONGEST_TEXT).endsWith("x…");
  }
}
