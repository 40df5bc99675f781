package io.leasegate.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** A sealed chain of entries that say all that entries can say. */
final class RandomChain {

  private static final String[] TEXTS = {
    "",
    "plain",
    "sim:call:{a,b}",
    "quote \" and \\ slash /",
    "tab\tline\nreturn\rnul\0del\u007f",
    "umlaut äöü €",
    "pair \ud83d\ude00",
    "half \ud83d",
    "half \ude00 again",
    "\u2028\u2029",
    "z".repeat(300)
  };

  final List<String> entries = new ArrayList<>();
  final AuditPoint head;

  RandomChain(long seed, int length) {
    Random random = new Random(seed);
    AuditSealing sealing =
        new AuditSealing("acme", AuditPoint.START, () -> "a-" + random.nextLong());
    String previous = AuditPoint.START.hash();
    for (int i = 1; i <= length; i++) {
      AuditDraft draft = draft(random);
      SealedEntry sealed =
          sealing.seal(new UnsealedEntry(i, 1_800_000_000_000L + i * 7L, draft.agent(), draft));
      entries.add(sealed.entry(previous).json());
      previous = sealed.point().hash();
    }
    head = sealing.head();
  }

  private static AuditDraft draft(Random random) {
    List<AuditKind> kinds = List.of(AuditKind.CALL, AuditKind.GRANT, AuditKind.STORE);
    AuditKind kind = kinds.get(random.nextInt(kinds.size()));
    AuditDraft draft =
        random.nextBoolean()
            ? AuditDraft.of(kind, text(random))
            : AuditDraft.of(kind, "done", "agent-" + random.nextInt(3));
    draft.with("zeta", text(random)).with("Alpha", random.nextInt());
    draft.with("umlaut_ä", random.nextBoolean()).with("b", Optional.<String>empty());
    draft.with("number", random.nextLong() >> random.nextInt(64)).with("grant_id", text(random));
    draft.with("list", List.of(text(random), 1, true, List.of()));
    return draft.with(
        "map", Map.of("z", text(random), "a", random.nextInt(), "\ud83d\ude00", Map.of("x", 1)));
  }

  private static String text(Random random) {
    return TEXTS[random.nextInt(TEXTS.length)];
  }
}
