package io.leasegate.core.capability;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.core.capability.GlobNode.Sequence;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Patterns made to explode: refused, or within the bounds. No test here measures time. */
class HostileGlobTest {

  static List<String> exploding() {
    return List.of(
        "*a" + "?".repeat(30) + ":b:c",
        "a:*b" + "?".repeat(300) + ":c",
        "**a" + "?".repeat(20) + "**",
        IntStream.range(0, 26)
            .mapToObj(i -> "*" + (char) ('a' + i) + "*")
            .collect(Collectors.joining(",", "a:b:{", "}")),
        "a:b:"
            + IntStream.range(500, 1000).mapToObj(Character::toString).collect(Collectors.joining())
            + "*");
  }

  @ParameterizedTest
  @MethodSource("exploding")
  void isRefusedAsTooComplex(String glob) {
    assertThat(CapabilityGlob.parse(glob))
        .isInstanceOfSatisfying(
            ParseResult.Malformed.class,
            refused -> assertThat(refused.reason()).contains("too complex"));
  }

  static List<String> heavy() {
    return List.of(
        "**" + "a**".repeat(160),
        "a:b:" + "*ab".repeat(160),
        "*a?".repeat(100) + ":b:c",
        "?".repeat(200) + "**" + "?".repeat(200),
        "{,a}".repeat(32) + ":b:c",
        "{".repeat(60) + "a" + "}".repeat(60) + ":b:*",
        "{".repeat(250),
        "*?".repeat(250) + ":a:b");
  }

  @ParameterizedTest
  @MethodSource("heavy")
  void isRefusedOrBounded(String glob) {
    checkBounded(glob);
  }

  @Property(tries = 300)
  void anyPatternIsRefusedOrBounded(@ForAll("wild") String glob) {
    checkBounded(glob);
  }

  @Test
  void pastTheBoundsAnOverlapIsPossibleAndNothingIsCovered() {
    GlobTable one = table("**a**b**");
    GlobTable other = table("**b**a**");

    assertThat(new GlobProduct(one, other, 10).overlap())
        .isInstanceOf(Overlap.Undecided.class)
        .returns(true, Overlap::possible);
    assertThat(new GlobProduct(one, one, 10).leftCoversRight()).isFalse();
    assertThat(new GlobProduct(one, one).leftCoversRight()).isTrue();
  }

  private static void checkBounded(String glob) {
    if (GlobParser.parse(glob, GlobDialect.CAPABILITY)
            instanceof ParseResult.Parsed<Sequence> parsed
        && GlobCompiler.compile(parsed.value(), GlobDialect.CAPABILITY)
            instanceof ParseResult.Parsed<GlobTable> table) {
      assertThat(table.value().states()).isLessThanOrEqualTo(GlobCompiler.MAX_STATES);
      assertThat(table.value().states() * table.value().classes())
          .isLessThanOrEqualTo(GlobCompiler.MAX_CELLS);
    }
  }

  private static GlobTable table(String glob) {
    return GlobCompiler.compile(
            GlobParser.parse(glob, GlobDialect.CAPABILITY).orThrow(), GlobDialect.CAPABILITY)
        .orThrow();
  }

  @Provide
  Arbitrary<String> wild() {
    return Arbitraries.of("*", "**", "?", "a", "b", ":", "{", "}", ",", "\\", "\uD83D\uDE00", "é")
        .list()
        .ofMinSize(5)
        .ofMaxSize(512)
        .map(parts -> String.join("", parts));
  }
}
