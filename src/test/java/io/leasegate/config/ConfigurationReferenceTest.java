package io.leasegate.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * docs/configuration.md has a row for each key, with the type, range and default that the code has.
 */
class ConfigurationReferenceTest {

  @TestFactory
  List<DynamicTest> everyKeyHasItsRow() throws IOException {
    String reference = Files.readString(Path.of("..", "docs", "configuration.md"));
    int split = reference.indexOf("\n## The policy file");
    assertThat(split).isPositive();
    int keys = reference.indexOf("\n## The keys file");
    assertThat(keys).isGreaterThan(split);
    return Stream.of(
            ConfigLoader.keys().stream().map(key -> test(key, reference.substring(0, split))),
            PolicyLoader.keys().stream()
                .filter(key -> !key.path().startsWith("agents.<name>.limits."))
                .map(key -> test(key, reference.substring(split, keys))),
            KeysLoader.keys().stream().map(key -> test(key, reference.substring(keys))))
        .flatMap(each -> each)
        .toList();
  }

  private static DynamicTest test(KeyDescription key, String reference) {
    return DynamicTest.dynamicTest(
        key.path(),
        () -> {
          String start = "| `" + key.path() + "` | ";
          String row =
              reference.lines().filter(line -> line.startsWith(start)).findFirst().orElse("");
          assertThat(row).as("the row of the key").isNotEmpty();
          assertThat(row).contains(" | " + inMarkdown(key.type()) + " | ");
          if (key.defaultText().isPresent()) {
            assertThat(row).contains(" | `" + key.defaultText().get() + "` | ");
          } else {
            assertThat(row).contains(key.required() ? " | required" : " | – | ");
          }
        });
  }

  private static String inMarkdown(String text) {
    return text.replace("|", "\\|").replace("<", "&lt;").replace(">", "&gt;");
  }
}
