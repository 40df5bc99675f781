package io.leasegate.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.core.policy.ArgumentValue.Bool;
import io.leasegate.core.policy.ArgumentValue.Numeric;
import io.leasegate.core.policy.ArgumentValue.Other;
import io.leasegate.core.policy.ArgumentValue.Text;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArgumentTestTest {

  @Test
  void equalsComparesNumbersByValueAndTypesExactly() {
    ArgumentTest one = new ArgumentTest.EqualTo(number("1"));
    assertThat(one.passes(number("1.0"))).isTrue();
    assertThat(one.passes(number("1e0"))).isTrue();
    assertThat(one.passes(number("1.0000000000000000000000001"))).isFalse();
    assertThat(one.passes(new Text("1"))).isFalse();
    assertThat(
            new ArgumentTest.EqualTo(number("9007199254740993")).passes(number("9007199254740992")))
        .isFalse();
    assertThat(new ArgumentTest.EqualTo(new Bool(true)).passes(new Bool(true))).isTrue();
    assertThat(new ArgumentTest.EqualTo(new Bool(true)).passes(new Text("true"))).isFalse();
  }

  @Test
  void inIsAnyOfThem() {
    ArgumentTest in = new ArgumentTest.In(List.of(new Text("a"), number("2")));
    assertThat(in.passes(new Text("a"))).isTrue();
    assertThat(in.passes(number("2.00"))).isTrue();
    assertThat(in.passes(new Text("A"))).isFalse();
    assertThat(in.describe()).isEqualTo("one of \"a\", 2");
  }

  @Test
  void matchesTakesTheWholeText() {
    ArgumentTest acme = new ArgumentTest.Matches(PolicyFixture.pattern("acme/.*"));
    assertThat(acme.passes(new Text("acme/x"))).isTrue();
    assertThat(acme.passes(new Text("evil/acme/x"))).isFalse();
    assertThat(acme.passes(number("1"))).isFalse();
  }

  @Test
  void maxIsInclusiveAndExact() {
    ArgumentTest max = new ArgumentTest.Max(new BigDecimal("100"));
    assertThat(max.passes(number("100.000"))).isTrue();
    assertThat(max.passes(number("-1e400"))).isTrue();
    assertThat(max.passes(number("100.00000000000000000001"))).isFalse();
    assertThat(max.passes(number("1e1000000000"))).isFalse();
    assertThat(max.passes(new Text("1"))).isFalse();
  }

  @Test
  void nothingElsePassesAnyTest() {
    List<ArgumentTest> tests =
        List.of(
            new ArgumentTest.EqualTo(Other.NULL),
            new ArgumentTest.In(List.of(Other.ABSENT, Other.COMPOSITE)),
            new ArgumentTest.Matches(PolicyFixture.pattern(".*")),
            new ArgumentTest.Max(new BigDecimal("1")));
    for (ArgumentTest test : tests) {
      for (Other other : Other.values()) {
        assertThat(test.passes(other)).isFalse();
      }
    }
  }

  private static Numeric number(String text) {
    return new Numeric(new BigDecimal(text));
  }
}
