package io.leasegate.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is done to a chain is found, and where. The seed is the name of the test. */
class AuditChainTest {

  private static final int LENGTH = 40;

  private static Optional<AuditChain.Break> verify(
      AuditPoint from, List<String> entries, AuditPoint head) {
    AuditChain chain = new AuditChain("acme", from);
    for (String entry : entries) {
      Optional<AuditChain.Break> found = chain.accept(entry);
      if (found.isPresent()) {
        return found;
      }
    }
    return chain.end(head);
  }

  private static void assertBreak(
      long sequence, String problem, List<String> entries, AuditPoint head) {
    Optional<AuditChain.Break> found = verify(AuditPoint.START, entries, head);
    assertThat(found).isPresent();
    assertThat(found.get().sequence()).as(found.toString()).isEqualTo(sequence);
    assertThat(found.get().problem()).contains(problem);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 20_261_129})
  void whatIsAsItWasSealedIsInOrder(long seed) {
    RandomChain chain = new RandomChain(seed, LENGTH);

    assertThat(verify(AuditPoint.START, chain.entries, chain.head)).isEmpty();
    assertThat(verify(AuditPoint.START, List.of(), AuditPoint.START)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 20_261_129})
  void anyChangedCharacterIsFoundWhereItIs(long seed) {
    RandomChain chain = new RandomChain(seed, LENGTH);
    Random random = new Random(seed);
    for (int i = 0; i < 150; i++) {
      // Given
      List<String> entries = new ArrayList<>(chain.entries);
      int at = random.nextInt(LENGTH);
      StringBuilder text = new StringBuilder(entries.get(at));
      int where = random.nextInt(text.length());
      char was = text.charAt(where);
      text.setCharAt(where, was == 'x' ? 'y' : 'x');
      entries.set(at, text.toString());

      // When, then
      assertBreak(at + 1, "", entries, chain.head);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 20_261_129})
  void aDroppedEntryIsFoundWhereItWas(long seed) {
    RandomChain chain = new RandomChain(seed, LENGTH);
    for (int at = 0; at < LENGTH; at++) {
      List<String> entries = new ArrayList<>(chain.entries);
      entries.remove(at);

      assertBreak(at + 1, at == LENGTH - 1 ? "end is missing" : "dropped", entries, chain.head);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 20_261_129})
  void reorderedAndRepeatedEntriesAreFoundAtTheFirstOne(long seed) {
    RandomChain chain = new RandomChain(seed, LENGTH);
    Random random = new Random(seed);
    for (int i = 0; i < 100; i++) {
      int first = random.nextInt(LENGTH - 1);
      int second = first + 1 + random.nextInt(LENGTH - first - 1);
      List<String> swapped = new ArrayList<>(chain.entries);
      swapped.set(first, chain.entries.get(second));
      swapped.set(second, chain.entries.get(first));
      List<String> repeated = new ArrayList<>(chain.entries);
      repeated.add(first + 1, chain.entries.get(first));

      assertBreak(first + 1, "reordered", swapped, chain.head);
      assertBreak(first + 2, "reordered", repeated, chain.head);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 20_261_129})
  void aMissingEndIsFoundWhereItWouldBegin(long seed) {
    RandomChain chain = new RandomChain(seed, LENGTH);
    for (int left = 0; left < LENGTH; left++) {
      assertBreak(left + 1, "end is missing", chain.entries.subList(0, left), chain.head);
    }
  }

  @Test
  void anEntryThatWasSealedAnewDoesNotFit() {
    // Given
    RandomChain chain = new RandomChain(1, LENGTH);
    AuditSealing forger = new AuditSealing("acme", pointOf(chain, 9), () -> "a-forged");
    AuditDraft lie = AuditDraft.of(AuditKind.GRANT, "issued", "mallory");
    List<String> entries = new ArrayList<>(chain.entries);
    entries.set(
        9,
        forger
            .seal(new UnsealedEntry(10, 1_800_000_000_070L, lie.agent(), lie))
            .entry(pointOf(chain, 9).hash())
            .json());

    // When, then
    assertBreak(11, "does not follow", entries, chain.head);
    assertBreak(10, "another hash", entries.subList(0, 10), pointOf(chain, 10));
  }

  @Test
  void aChainIsVerifiedFromAnyPlaceThatIsTrusted() {
    // Given
    RandomChain chain = new RandomChain(2, LENGTH);
    List<String> rest = chain.entries.subList(25, LENGTH);

    // When, then
    assertThat(verify(pointOf(chain, 25), rest, chain.head)).isEmpty();
    assertThat(verify(pointOf(chain, 24), rest, chain.head).orElseThrow().sequence()).isEqualTo(25);
    assertThat(
            verify(new AuditPoint(25, "f".repeat(64)), rest, chain.head).orElseThrow().sequence())
        .isEqualTo(26);
  }

  @Test
  void entriesBehindTheHeadWereAdded() {
    RandomChain chain = new RandomChain(3, LENGTH);

    assertBreak(31, "added", chain.entries, pointOf(chain, 30));
  }

  @Test
  void whatIsNoJsonOrSaysAMemberTwiceIsABreak() {
    RandomChain chain = new RandomChain(1, 1);
    String doubled = "{\"agent\":\"mallory\"," + chain.entries.get(0).substring(1);
    String again = "{\"agent\":\"mallory\"," + doubled.substring(1);

    assertBreak(1, "not one JSON object", List.of("{"), chain.head);
    assertBreak(1, "no JSON object", List.of("[]"), chain.head);
    assertBreak(1, "not one JSON object", List.of(chain.entries.get(0) + " {}"), chain.head);
    assertBreak(1, "each member once", List.of(again), chain.head);
  }

  @Test
  void spaceAndTheOrderOfMembersAreNoChange() {
    RandomChain chain = new RandomChain(1, 1);
    String text = chain.entries.get(0);
    int sequence = text.indexOf(",\"sequence\":1");
    String moved =
        "{ \"sequence\" : 1 ,"
            + text.substring(1, sequence)
            + text.substring(sequence + ",\"sequence\":1".length());

    assertThat(verify(AuditPoint.START, List.of(moved), chain.head)).isEmpty();
  }

  @Test
  void theChainOfAnotherWorkspaceIsABreak() {
    RandomChain chain = new RandomChain(1, 1);

    Optional<AuditChain.Break> found =
        new AuditChain("other", AuditPoint.START).accept(chain.entries.get(0));

    assertThat(found)
        .contains(new AuditChain.Break(1, "the entry is of workspace \"acme\", not other"));
  }

  private static AuditPoint pointOf(RandomChain chain, int sequence) {
    AuditChain verified = new AuditChain("acme", AuditPoint.START);
    chain.entries.subList(0, sequence).forEach(verified::accept);
    return verified.verified();
  }
}
