package io.leasegate.core.capability;

import static org.assertj.core.api.Assertions.assertThat;

import java.text.Normalizer;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CapabilityGlobTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "sim:call:echo sim:call:echo true",
        "sim:call:echo sim:call:ech false",
        "sim:call:* sim:call:echo true",
        "sim:call:* sim:read:echo false",
        "sim:call:e*o sim:call:eo true",
        "sim:*:* sim:call:echo true",
        "*:call:* files:call:/etc/passwd true",
        "files:read:/a/*/c files:read:/a/b/x/c true",
        "sim** sim:call:echo true",
        "sim:** sim:call:echo true",
        "** a:b:c true",
        "**** a:b:c true",
        "sim:**o sim:call:echo true",
        "sim:call:ech? sim:call:echo true",
        "sim:call:ech? sim:call:ech false",
        "sim?call:echo:** sim:call:echo false",
        "{sim,rec}:call:* rec:call:x true",
        "sim:call:issue{,s} sim:call:issue true",
        "sim:call:{a,{b,c}d} sim:call:cd true",
        "sim:{call:e,read:f}* sim:read:foo true",
        "sim:call:a,b sim:call:a,b true",
        "sim:call:\\* sim:call:* true",
        "sim:call:\\* sim:call:x false",
        "sim:call:\\e sim:call:e true",
        "sim:call:\\{a\\} sim:call:{a} true",
        "SIM:call:x sim:call:x false",
      })
  void matches(String glob, String capability, boolean expected) {
    assertThat(glob(glob).matches(capability(capability))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "sim|2 segments|sim:call",
        "one|1 segment|sim",
        "four|4 segments|a:b:c:d",
        "star only|can match|*",
        "two stars|can match|*:*",
        "too many separators|can match|a:*:b:c",
        "open|'{' has no '}'|sim:call:{a",
        "open inside|'{' has no '}'|sim:call:{a,{b}",
        "close|'}' has no '{'|sim:call:a}",
        "trailing backslash|escapes nothing|sim:call:a\\",
        "empty first|segment is empty|:call:a",
        "empty second|segment is empty|sim::a",
        "empty last|segment is empty|sim:call:",
        "empty last after a wildcard|segment is empty|sim:*:",
        "empty in a choice|segment is empty|sim:{a::c,call:x}",
        "empty choice|can match|sim:{}:x",
        "escaped separator|escapes a ':'|sim:call:a\\:b",
        "nothing|is empty|\"\"",
      })
  void refusesWithAReason(String name, String reason, String glob) {
    assertThat(reasonOf(glob)).as(name).contains(reason);
  }

  @Test
  void refusesMoreThan512Characters() {
    String prefix = "sim:call:";
    assertThat(reasonOf(prefix + "a".repeat(504))).contains("longer than 512");
    assertThat(reasonOf(prefix + "a".repeat(503) + "*")).contains("longer than 512");
    assertThat(glob(prefix + "a".repeat(503)).matches(capability(prefix + "a".repeat(503))))
        .isTrue();
    assertThat(glob(prefix + "\\*".repeat(503)).matches(capability(prefix + "*".repeat(503))))
        .as("an escape counts with its character")
        .isTrue();
    assertThat(glob(prefix + "\uD83D\uDE00".repeat(503)).onlyMatch()).isPresent();
    assertThat(reasonOf("x".repeat(1_000_000))).contains("longer than 512");
  }

  @Test
  void refusesMoreThan64Alternatives() {
    assertThat(glob("sim:call:" + braces(64)).matches(capability("sim:call:t63"))).isTrue();
    assertThat(reasonOf("sim:call:" + braces(65))).contains("64 alternatives");
    assertThat(reasonOf("sim:" + braces(32) + ":" + braces(33))).contains("64 alternatives");
  }

  @Test
  void refusesHalfASurrogatePair() {
    assertThat(reasonOf("sim:call:\uD83D*")).contains("surrogate");
    assertThat(reasonOf("sim:call:\uDE00")).contains("surrogate");
    assertThat(reasonOf("sim:call:\uDE00\uD83D")).contains("surrogate");
  }

  @Test
  void questionMarkIsOneCodePoint() {
    assertThat(glob("sim:call:?").matches(capability("sim:call:\uD83D\uDE00"))).isTrue();
    assertThat(glob("sim:call:??").matches(capability("sim:call:\uD83D\uDE00"))).isFalse();
  }

  @Test
  void decidesInNormalForm() {
    CapabilityGlob decomposed = glob("sim:call:cafe\u0301*");
    assertThat(decomposed.matches(capability("sim:call:caf\u00e9s"))).isTrue();
    assertThat(decomposed.matches(capability("sim:call:cafe\u0301s"))).isTrue();
    assertThat(decomposed.text()).isEqualTo("sim:call:caf\u00e9*");
    assertThat(glob("sim:call:cafe*").matches(capability("sim:call:cafe\u0301"))).isFalse();
    assertThat(glob("sim:call:e\\\u0301").matches(capability("sim:call:\u00e9")))
        .as("an escape does not hide a composition")
        .isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"sim:call:*\u0301", "sim:call:{e,a}\u0301", "sim:call:e{\u0301,x}", "\u0301:a:b"})
  void refusesACombiningCharacterApartFromItsBase(String glob) {
    assertThat(reasonOf(glob)).contains("combining");
  }

  @Test
  void everyCharacterThatComposesBackwardsIsKnown() {
    for (int c = 0x300; c <= Character.MAX_CODE_POINT; c++) {
      if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
        continue;
      }
      String parts = Normalizer.normalize(Character.toString(c), Normalizer.Form.NFD);
      for (int i = parts.offsetByCodePoints(0, 1);
          i < parts.length();
          i = parts.offsetByCodePoints(i, 1)) {
        assertThat(CapabilityText.joinsBackwards(parts.codePointAt(i))).isTrue();
      }
    }
  }

  @Test
  void controlCharactersAreOrdinary() {
    assertThat(glob("sim:call:a\n*").matches(capability("sim:call:a\nb"))).isTrue();
    assertThat(glob("sim:call:?").matches(capability("sim:call:\u0000"))).isTrue();
  }

  @Test
  void literalSegmentsAreNeverSyntax() {
    CapabilityGlob literal = CapabilityGlob.literal("sim", "write", "*/{a,b}?\\").orThrow();
    assertThat(literal.text()).isEqualTo("sim:write:\\*/\\{a\\,b\\}\\?\\\\");
    assertThat(literal.matches(capability("sim:write:*/{a,b}?\\"))).isTrue();
    assertThat(literal.matches(capability("sim:write:x/a?\\"))).isFalse();
    assertThat(glob(literal.text()).covers(literal)).isTrue();
    assertThat(glob(literal.text()).onlyMatch()).isEqualTo(literal.onlyMatch());
    assertThat(CapabilityGlob.literal("sim", "wri:te", "x").toOptional()).isEmpty();
    assertThat(CapabilityGlob.literal("sim", "write", "").toOptional()).isEmpty();
    assertThat(CapabilityGlob.literal("sim", "write", "\uD800").toOptional()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "sim:call:* sim:call:echo true",
        "sim:call:* sim:call:e* true",
        "sim:call:e* sim:call:* false",
        "sim:** sim:*:* true",
        "sim:*:* sim:** true",
        "sim:call:echo sim:call:* false",
        "sim:call:{a,b} sim:call:{b,a} true",
        "sim:call:?* sim:call:* true",
        "sim:call:?? sim:call:* false",
        "{a}:b:c a:b:{c,c} true",
        "** x:y:z true",
      })
  void covers(String covering, String covered, boolean expected) {
    assertThat(glob(covering).covers(glob(covered))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "sim:call:headers sim:call:* sim:call:headers",
        "sim:call:headers *:call:h* sim:call:headers",
        "sim:call:h* sim:call:*s sim:call:hs",
        "sim:** *:call:* sim:call:x",
        "** ** x:x:x",
        "sim:call:{a,b}* sim:call:*{b,c} sim:call:b",
        "vault:*:* {sim,vault}:read:? vault:read:x",
      })
  void overlapHasAReadableWitness(String one, String other, String witness) {
    assertThat(glob(one).overlap(glob(other)).findWitness()).contains(capability(witness));
    assertThat(glob(other).overlap(glob(one)).findWitness()).contains(capability(witness));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "sim:call:headers sim:call:header",
        "sim:call:* sim:read:*",
        "sim:call:a* sim:call:b*",
        "sim:call:? sim:call:??",
        "*a:*:* *b:*:*",
      })
  void disjointGlobsHaveNone(String one, String other) {
    assertThat(glob(one).overlap(glob(other))).isInstanceOf(Overlap.Disjoint.class);
  }

  @Test
  void aSetAnswersWithItsFirstGlobThatFits() {
    List<CapabilityGlob> rules =
        IntStream.range(0, 1_000)
            .mapToObj(i -> glob(i % 3 == 0 ? "up" + i + ":call:*" : "sim:call:tool" + i + "{,s}"))
            .collect(Collectors.toList());
    rules.add(glob("sim:call:tool7*"));
    rules.add(glob("sim:**"));
    GlobSet set = GlobSet.of(rules);
    assertThat(set.firstMatch(capability("sim:call:tool7s"))).isEqualTo(7);
    assertThat(set.firstMatch(capability("sim:call:tool7x"))).isEqualTo(1_000);
    assertThat(set.firstMatch(capability("sim:call:other"))).isEqualTo(1_001);
    assertThat(set.firstMatch(capability("up999:call:x"))).isEqualTo(999);
    assertThat(set.firstMatch(capability("up:call:x"))).isEqualTo(GlobSet.NONE);
    assertThat(set.firstCovering(glob("sim:call:*"))).isEqualTo(1_001);
    assertThat(set.firstCovering(glob("*:call:x"))).isEqualTo(GlobSet.NONE);
    assertThat(set.firstOverlap(glob("*:call:x"))).isEqualTo(0);
    assertThat(GlobSet.of(List.of()).firstMatch(capability("a:b:c"))).isEqualTo(GlobSet.NONE);
  }

  private static String braces(int alternatives) {
    return IntStream.range(0, alternatives)
        .mapToObj(i -> "t" + i)
        .collect(Collectors.joining(",", "{", "}"));
  }

  private static String reasonOf(String glob) {
    ParseResult<CapabilityGlob> result = CapabilityGlob.parse(glob);
    assertThat(result).isInstanceOf(ParseResult.Malformed.class);
    return ((ParseResult.Malformed<CapabilityGlob>) result).reason();
  }

  private static CapabilityGlob glob(String text) {
    return CapabilityGlob.parse(text).orThrow();
  }

  private static Capability capability(String text) {
    return Capability.parse(text).orThrow();
  }
}
