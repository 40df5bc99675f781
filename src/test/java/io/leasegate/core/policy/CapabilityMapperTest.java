package io.leasegate.core.policy;

import static io.leasegate.core.policy.PolicyFixture.arguments;
import static io.leasegate.core.policy.PolicyFixture.glob;
import static io.leasegate.core.policy.PolicyFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.core.capability.Capability;
import io.leasegate.core.capability.NameGlob;
import io.leasegate.core.capability.ParseResult;
import io.leasegate.core.policy.ArgumentValue.Text;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CapabilityMapperTest {

  private static final CapabilityMapper GITHUB =
      new CapabilityMapper(
          "github",
          List.of(
              mapping("create_*", "github:write:{owner}/{repo}"),
              mapping("create_gist", "github:write:never"),
              mapping("read", "github:read:{target.path}")));

  @Test
  void theFirstMappingThatMatchesDecides() {
    assertThat(derive("create_gist", repository("acme", "x"))).isEqualTo("github:write:acme/x");
    assertThat(derive("read", text("target.path", "/a/b"))).isEqualTo("github:read:/a/b");
    assertThat(derive("other", ArgumentView.EMPTY)).isEqualTo("github:call:other");
  }

  @Test
  void valuesAreLiteral() {
    Capability derived = GITHUB.derive("create_x", repository("*", "{a,b}?\\")).orThrow();
    assertThat(derived.text()).isEqualTo("github:write:*/{a,b}?\\");
    assertThat(glob(derived.globText()).matches(derived)).isTrue();
    assertThat(glob("github:write:\\*/*").matches(derived)).isTrue();
  }

  @Test
  void aMissingOrIllTypedValueIsMisuse() {
    assertThat(reason("create_x", text("owner", "acme"))).contains("\"repo\"").contains("string");
    for (ArgumentValue bad :
        List.of(
            new ArgumentValue.Numeric(BigDecimal.ONE),
            new ArgumentValue.Bool(true),
            ArgumentValue.Other.NULL,
            ArgumentValue.Other.COMPOSITE)) {
      assertThat(reason("create_x", arguments(Map.of("owner", bad, "repo", new Text("x")))))
          .contains("\"owner\"");
    }
  }

  @Test
  void aColonAnEmptySegmentAndHalfACharacterAreMisuse() {
    assertThat(reason("create_x", repository("a:b", "x"))).contains("':'");
    assertThat(reason("read", text("target.path", ""))).contains("empty");
    assertThat(reason("read", text("target.path", "\uD800"))).contains("surrogate");
    assertThat(reason("read", text("target.path", "x".repeat(512)))).contains("512");
    assertThat(reason("a:b", ArgumentView.EMPTY)).contains("':'");
  }

  @Test
  void emptyValuesAreFineWhereTheSegmentIsNot() {
    assertThat(derive("create_x", repository("", ""))).isEqualTo("github:write:/");
  }

  @Test
  void saysWhatAToolCanEverNeed() {
    assertThat(GITHUB.patternOf("create_x").orThrow()).isEqualTo(glob("github:write:*/*"));
    assertThat(GITHUB.patternOf("other").orThrow()).isEqualTo(glob("github:call:other"));
    List<String> tools = List.of("create_x", "other", "a:b");
    assertThat(GITHUB.canNeed(tools, glob("github:write:acme/*"))).isTrue();
    assertThat(GITHUB.canNeed(tools, glob("github:*:*"))).isTrue();
    assertThat(GITHUB.canNeed(tools, glob("github:write:acme"))).isFalse();
    assertThat(GITHUB.canNeed(tools, glob("github:call:create_x"))).isFalse();
    assertThat(GITHUB.canNeed(List.of(), glob("**"))).isFalse();
  }

  @Property(tries = 300)
  void whatArgumentsGiveIsAlwaysInThePattern(
      @ForAll @StringLength(min = 1, max = 12) @CharRange(from = ' ', to = '\u02ff') String owner,
      @ForAll @StringLength(max = 12) @CharRange(from = ' ', to = '\u02ff') String repo) {
    ParseResult<Capability> derived = GITHUB.derive("create_x", repository(owner, repo));
    boolean colon = owner.contains(":") || repo.contains(":");
    assertThat(derived.toOptional().isPresent()).isEqualTo(!colon);
    derived
        .toOptional()
        .ifPresent(
            capability ->
                assertThat(GITHUB.patternOf("create_x").orThrow().matches(capability)).isTrue());
  }

  @Test
  void placeholdersSideBySideStayInTheirSegment() {
    CapabilityTemplate template = CapabilityTemplate.parse("a:{x}{y}{z}:{w}").orThrow();
    assertThat(template.pattern()).isEqualTo(glob("a:*:*"));
    assertThat(CapabilityTemplate.parse("a:b:{x}-{y}*").orThrow().pattern())
        .isEqualTo(glob("a:b:*-*\\*"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a:b",
        "a:b:{x",
        "a:b:x}",
        "a:b:{}",
        "a:b:{x:y}",
        "a:b:{x{y}}",
        "a:b:c:{d}",
        "a::{x}",
        "a:b:{x}\u0301"
      })
  void malformedTemplatesAreRefused(String text) {
    assertThat(CapabilityTemplate.parse(text)).isInstanceOf(ParseResult.Malformed.class);
  }

  private static CapabilityMapping mapping(String tool, String template) {
    return new CapabilityMapping(
        NameGlob.parse(tool).orThrow(), CapabilityTemplate.parse(template).orThrow());
  }

  private static ArgumentView repository(String owner, String repo) {
    return arguments(Map.of("owner", new Text(owner), "repo", new Text(repo)));
  }

  private static String derive(String tool, ArgumentView arguments) {
    return GITHUB.derive(tool, arguments).orThrow().text();
  }

  private static String reason(String tool, ArgumentView arguments) {
    ParseResult<Capability> derived = GITHUB.derive(tool, arguments);
    assertThat(derived).isInstanceOf(ParseResult.Malformed.class);
    return ((ParseResult.Malformed<Capability>) derived).reason();
  }
}
