package io.leasegate.core.capability;

import static org.assertj.core.api.Assertions.assertThat;

import java.text.Normalizer;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Matching, covering and overlap against brute force over all short capabilities. */
class GlobOracleTest {

  private static final int LONGEST = 8;
  private static final List<Capability> PLAIN = GlobOracle.universe("a/z", LONGEST);
  private static final List<Capability> ACCENTED = GlobOracle.universe("e\u0301\u00e9q", LONGEST);

  @Property(tries = 400)
  void matchingAgrees(@ForAll("globs") String text) {
    checkMatching(text, PLAIN);
  }

  @Property(tries = 800)
  void coveringAgrees(@ForAll("globs") String covering, @ForAll("globs") String covered) {
    checkCovering(covering, covered, PLAIN);
  }

  @Property(tries = 800)
  void overlapAgrees(@ForAll("globs") String one, @ForAll("globs") String other) {
    checkOverlap(one, other, PLAIN);
  }

  @Property(tries = 300)
  void matchingAgreesInNormalForm(@ForAll("accentedGlobs") String text) {
    checkMatching(text, ACCENTED);
  }

  @Property(tries = 500)
  void coveringAgreesInNormalForm(
      @ForAll("accentedGlobs") String covering, @ForAll("accentedGlobs") String covered) {
    // what tells them apart may be a letter longer than the covered glob
    Assume.that(Normalizer.normalize(covered, Normalizer.Form.NFC).length() < LONGEST);
    checkCovering(covering, covered, ACCENTED);
  }

  @Property(tries = 500)
  void overlapAgreesInNormalForm(
      @ForAll("accentedGlobs") String one, @ForAll("accentedGlobs") String other) {
    checkOverlap(one, other, ACCENTED);
  }

  @Property(tries = 200)
  void aSetAnswersWithTheFirst(@ForAll("globLists") List<String> texts) {
    List<CapabilityGlob> globs =
        texts.stream().map(CapabilityGlob::parse).flatMap(r -> r.toOptional().stream()).toList();
    GlobSet set = GlobSet.of(globs);
    for (int c = 0; c < PLAIN.size(); c += 7) {
      Capability capability = PLAIN.get(c);
      int expected = GlobSet.NONE;
      for (int i = globs.size() - 1; i >= 0; i--) {
        expected = globs.get(i).matches(capability) ? i : expected;
      }
      assertThat(set.firstMatch(capability)).isEqualTo(expected);
    }
    for (CapabilityGlob request : globs) {
      assertThat(set.firstCovering(request))
          .isEqualTo(firstOf(globs, glob -> glob.covers(request)));
      assertThat(set.firstOverlap(request))
          .isEqualTo(firstOf(globs, glob -> glob.overlap(request).possible()));
    }
  }

  private static int firstOf(List<CapabilityGlob> globs, Predicate<CapabilityGlob> test) {
    for (int i = 0; i < globs.size(); i++) {
      if (test.test(globs.get(i))) {
        return i;
      }
    }
    return GlobSet.NONE;
  }

  private static void checkMatching(String text, List<Capability> universe) {
    ParseResult<CapabilityGlob> parsed = CapabilityGlob.parse(text);
    Pattern oracle = GlobOracle.pattern(text);
    for (Capability capability : universe) {
      boolean matched = parsed.toOptional().map(glob -> glob.matches(capability)).orElse(false);
      assertThat(matched).as("%s on %s", text, capability).isEqualTo(oracle(oracle, capability));
    }
  }

  private static void checkCovering(String covering, String covered, List<Capability> universe) {
    CapabilityGlob left = assumeGlob(covering);
    CapabilityGlob right = assumeGlob(covered);
    Pattern leftOracle = GlobOracle.pattern(covering);
    Pattern rightOracle = GlobOracle.pattern(covered);
    boolean counterexample =
        universe.stream().anyMatch(c -> oracle(rightOracle, c) && !oracle(leftOracle, c));
    assertThat(left.covers(right)).as("%s covers %s", covering, covered).isEqualTo(!counterexample);
  }

  private static void checkOverlap(String one, String other, List<Capability> universe) {
    Overlap overlap = assumeGlob(one).overlap(assumeGlob(other));
    Pattern oneOracle = GlobOracle.pattern(one);
    Pattern otherOracle = GlobOracle.pattern(other);
    boolean common =
        universe.stream().anyMatch(c -> oracle(oneOracle, c) && oracle(otherOracle, c));
    // a witness longer than the universe is judged below
    boolean beyond = overlap.findWitness().filter(it -> it.text().length() > LONGEST).isPresent();
    assertThat(overlap.possible()).as("%s overlaps %s", one, other).isEqualTo(common || beyond);
    overlap
        .findWitness()
        .ifPresent(
            witness -> {
              assertThat(oracle(oneOracle, witness)).as("%s in %s", witness, one).isTrue();
              assertThat(oracle(otherOracle, witness)).as("%s in %s", witness, other).isTrue();
              assertThat(Normalizer.isNormalized(witness.text(), Normalizer.Form.NFC)).isTrue();
            });
  }

  private static boolean oracle(Pattern pattern, Capability capability) {
    return GlobOracle.matches(pattern, capability);
  }

  private static CapabilityGlob assumeGlob(String text) {
    ParseResult<CapabilityGlob> parsed = CapabilityGlob.parse(text);
    Assume.that(parsed.toOptional().isPresent());
    return parsed.orThrow();
  }

  @Provide
  Arbitrary<String> globs() {
    return shaped(
        "a",
        "z",
        Arbitraries.of("a", "/", "*", "*", "?", "**", "{a,/}", "{a,}", "{*a,?}", "{a:a,/}"));
  }

  @Provide
  Arbitrary<String> accentedGlobs() {
    return shaped(
            "e",
            "q",
            Arbitraries.of("e", "e\u0301", "q\u0301", "*", "?", "**", "{e,\u00e9}", "{\u00e9,q}"))
        .filter(text -> Normalizer.normalize(text, Normalizer.Form.NFC).length() <= LONGEST);
  }

  @Provide
  Arbitrary<List<String>> globLists() {
    return globs().list().ofMinSize(1).ofMaxSize(40);
  }

  /** Three segments of at most two parts, so that whatever tells two globs apart is short. */
  private static Arbitrary<String> shaped(String letter, String other, Arbitrary<String> parts) {
    Arbitrary<String> segment =
        parts.list().ofMinSize(1).ofMaxSize(2).map(some -> String.join("", some));
    Arbitrary<String> single = parts;
    return Arbitraries.oneOf(
        segment.flatMap(s -> single.map(t -> s + ":" + t + ":" + letter)),
        single.flatMap(s -> segment.flatMap(t -> single.map(u -> s + ":" + t + ":" + u))),
        single.flatMap(s -> segment.map(t -> s + ":" + other + ":" + t)),
        single.flatMap(s -> segment.map(t -> s + "**" + t)),
        segment.map(s -> "{" + letter + ":" + other + "," + s + "}:" + letter));
  }
}
