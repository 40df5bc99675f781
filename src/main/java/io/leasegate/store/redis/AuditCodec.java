package io.leasegate.store.redis;

import io.leasegate.audit.AuditDraft;
import io.leasegate.audit.AuditKind;
import io.leasegate.audit.AuditPoint;
import io.leasegate.audit.AuditTime;
import io.leasegate.audit.UnsealedEntry;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Audit entries as scripts append them to the stream. */
final class AuditCodec {

  /** Members of the details that are ms since 1970 in the stream, and texts in the entry. */
  private static final String TIME = "_at";

  private AuditCodec() {}

  /** The first part of a stream's id. */
  static long sequence(String streamId) {
    return Long.parseLong(streamId, 0, streamId.indexOf('-'), 10);
  }

  /** A place in the chain as the head of the log has it; the hash is empty before the first. */
  static AuditPoint point(Reply reply) {
    long sequence = reply.number();
    String hash = reply.text();
    return sequence == 0 ? AuditPoint.START : new AuditPoint(sequence, hash);
  }

  /** An entry; one that no script can have written says so, and what is there. */
  static UnsealedEntry entry(Reply stored) {
    long sequence = sequence(stored.text());
    Map<String, String> fields = stored.hash();
    try {
      return entry(sequence, fields);
    } catch (IllegalArgumentException | IllegalStateException | DecodeException e) {
      AuditDraft draft =
          AuditDraft.of(AuditKind.STORE, "unreadable")
              .with("stored", new TreeMap<>(fields).toString());
      return new UnsealedEntry(sequence, 0, Optional.empty(), draft);
    }
  }

  private static UnsealedEntry entry(long sequence, Map<String, String> fields) {
    AuditKind kind = AuditKind.valueOf(Hash.text(fields, "kind").toUpperCase(Locale.ROOT));
    String operation = Hash.text(fields, "operation");
    Optional<String> agent = Hash.some(fields, "agent");
    AuditDraft draft =
        agent
            .map(name -> AuditDraft.of(kind, operation, name))
            .orElseGet(() -> AuditDraft.of(kind, operation));
    Optional.ofNullable(fields.get("id")).ifPresent(draft::withId);
    new JsonObject(Hash.text(fields, "details"))
        .getMap()
        .forEach((name, value) -> draft.with(name, isTime(name, value) ? time(value) : value));
    return new UnsealedEntry(sequence, Hash.number(fields, "at"), agent, draft);
  }

  private static boolean isTime(String name, Object value) {
    return name.endsWith(TIME) && value instanceof Number;
  }

  private static String time(Object value) {
    return AuditTime.of(((Number) value).longValue());
  }

  /** In the place of an entry that is not there any more before it was sealed. */
  static UnsealedEntry lost(long sequence, long at) {
    return new UnsealedEntry(
        sequence, at, Optional.empty(), AuditDraft.of(AuditKind.STORE, "lost"));
  }
}
