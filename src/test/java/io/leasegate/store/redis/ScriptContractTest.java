package io.leasegate.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What scripts say of themselves. */
class ScriptContractTest {

  private static final Pattern ENTRY = Pattern.compile("^  (\\w+) = '(\\w+)',$", Pattern.MULTILINE);
  private static final Pattern USED = Pattern.compile("refused\\(errors\\.(\\w+)\\)");

  private static Set<String> names() {
    return Arrays.stream(ScriptError.values())
        .map(ScriptError::wireName)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  @Test
  void theErrorsOfScriptsAreThoseOfTheEnum() {
    // When
    Set<String> written = new LinkedHashSet<>();
    for (MatchResult entry :
        ENTRY.matcher(ScriptTexts.resource("include/errors")).results().toList()) {
      assertThat(entry.group(2)).isEqualTo(entry.group(1));
      written.add(entry.group(1));
    }

    // Then
    assertThat(written).isEqualTo(names());
  }

  @ParameterizedTest
  @EnumSource(Script.class)
  void eachScriptBeginsWithItsContract(Script script) {
    // When
    String header =
        ScriptTexts.resource(script.path())
            .lines()
            .takeWhile(line -> line.startsWith("--"))
            .collect(Collectors.joining("\n"));

    // Then
    assertThat(header)
        .contains("\n-- KEYS 1 ")
        .contains("\n-- ARGV ")
        .contains("\n-- Returns {time")
        .contains("\n-- Errors ");
  }

  @ParameterizedTest
  @EnumSource(Script.class)
  void eachErrorThatAScriptAnswersIsInItsContract(Script script) {
    // Given
    String text = ScriptTexts.resource(script.path());
    String errors = text.substring(text.indexOf("-- Errors "), text.indexOf("-- include "));

    // When
    Set<String> used =
        USED.matcher(text).results().map(it -> it.group(1)).collect(Collectors.toSet());

    // Then
    assertThat(names()).containsAll(used);
    used.forEach(code -> assertThat(errors).contains(code));
  }

  @ParameterizedTest
  @EnumSource(Script.class)
  void nothingButOneIncludeKnowsTheTime(Script script) {
    // When
    String text =
        new ScriptTexts(path -> path.equals("include/time") ? "" : ScriptTexts.resource(path))
            .text(script);

    // Then
    assertThat(text).doesNotContain("'TIME'").doesNotContain("KEYS'").contains("store_time()");
  }
}
