package io.leasegate.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ChangeDetectorTest {

  private final ChangeDetector detector = new ChangeDetector(content("1"));

  private static Map<String, String> content(String digest) {
    return Map.of("policy.yaml", digest);
  }

  private boolean look(String digest) {
    return detector.completesChange(content(digest));
  }

  @Test
  void contentThatStaysIsNoChange() {
    assertThat(look("1")).isFalse();
    assertThat(look("1")).isFalse();
  }

  @Test
  void aChangeIsToldOnceAndOnlyWhenItHasSettled() {
    assertThat(look("2")).isFalse();
    assertThat(look("3")).isFalse();
    assertThat(look("3")).isTrue();
    assertThat(look("3")).isFalse();
  }

  @Test
  void contentThatCameBackIsNoChange() {
    assertThat(look("2")).isFalse();
    assertThat(look("1")).isFalse();
    assertThat(look("1")).isFalse();
  }

  @Test
  void goingBackAfterAChangeWasToldIsAChange() {
    assertThat(look("2")).isFalse();
    assertThat(look("2")).isTrue();
    assertThat(look("1")).isFalse();
    assertThat(look("1")).isTrue();
  }

  @Test
  void anotherChoiceOfFilesKeepsWhatIsKnownOfThoseThatStay() {
    Map<String, String> now = Map.of("policy.yaml", "2", "secret", "x");
    ChangeDetector next = detector.over(now);

    assertThat(next.completesChange(now)).isFalse();
    assertThat(next.completesChange(now)).isTrue();
  }
}
