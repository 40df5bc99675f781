package io.leasegate.core.capability;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NameGlobTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "* anything true",
        "create_issue create_issue true",
        "create_* create_issue true",
        "create_* creates false",
        "{create,delete}_* delete_repo true",
        "scopegate_* scopegate_can_i true",
        "*:x a:b:x true",
        "a\\:b a:b true",
        "a::b a::b true",
        "?? ab true",
        "?? abc false",
      })
  void matches(String glob, String name, boolean expected) {
    assertThat(NameGlob.parse(glob).orThrow().matches(name)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{a", "a}", "a\\", "\uD800", "*a??????????????????????????????"})
  void refuses(String glob) {
    assertThat(NameGlob.parse(glob)).isInstanceOf(ParseResult.Malformed.class);
  }

  @Test
  void starMatchesTheEmptyRun() {
    assertThat(NameGlob.parse("a*").orThrow().matches("a")).isTrue();
    assertThat(NameGlob.parse("*").orThrow().matches("")).isTrue();
  }
}
