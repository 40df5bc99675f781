package io.leasegate.downstream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.upstream.catalogue.Catalogue;
import org.junit.jupiter.api.Test;

class InstructionsTest {

  @Test
  void theySayWhatToDoAboutRefusalsAndNotices() {
    // When
    String text = Instructions.of(Catalogue.EMPTY, null);

    // Then
    assertThat(text)
        .contains("<upstream>__<tool>")
        .contains("scopegate_request_capability")
        .contains("scopegate_open_task_lease")
        .contains("scopegate_notice")
        .contains("scopegate_renew_capability")
        .contains("scopegate_list_capabilities");
    assertThat(text.getBytes(UTF_8)).hasSizeLessThanOrEqualTo(1536);
  }
}
