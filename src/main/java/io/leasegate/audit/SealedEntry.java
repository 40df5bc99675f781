package io.leasegate.audit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A link of the chain as it is kept: few bytes, and no objects for its members. The two hashes are
 * cut out of the text: its own is kept in binary, the one before is kept there.
 */
public final class SealedEntry {

  static final int HASH_BYTES = 32;

  private final long sequence;
  private final long at;
  private final AuditKind kind;
  private final String operation;
  private final @Nullable String agent;

  /** The text without the digits of both hashes, and behind it the own hash. */
  private final byte[] kept;

  /** Where the digits go: those of the own hash first. */
  private final int hashAt;

  private final int previousAt;

  SealedEntry(UnsealedEntry entry, byte[] kept, int hashAt, int previousAt) {
    this.sequence = entry.sequence();
    this.at = entry.at();
    this.kind = entry.draft().kind();
    this.operation = entry.draft().operation();
    this.agent = entry.agent().orElse(null);
    this.kept = kept;
    this.hashAt = hashAt;
    this.previousAt = previousAt;
  }

  public long sequence() {
    return sequence;
  }

  /** Ms since 1970. */
  public long at() {
    return at;
  }

  public AuditKind kind() {
    return kind;
  }

  /** Whom it is about. */
  public @Nullable String agent() {
    return agent;
  }

  public AuditPoint point() {
    return new AuditPoint(sequence, hash());
  }

  private String hash() {
    return HexFormat.of().formatHex(kept, kept.length - HASH_BYTES, kept.length);
  }

  /**
   * The whole entry.
   *
   * @param previousHash of the entry before
   */
  public AuditEntry entry(String previousHash) {
    String hash = hash();
    int text = kept.length - HASH_BYTES;
    byte[] json = new byte[text + hash.length() + previousHash.length()];
    System.arraycopy(kept, 0, json, 0, hashAt);
    int to = put(hash, json, hashAt);
    System.arraycopy(kept, hashAt, json, to, previousAt - hashAt);
    to = put(previousHash, json, to + previousAt - hashAt);
    System.arraycopy(kept, previousAt, json, to, text - previousAt);
    return new AuditEntry(
        sequence, at, kind, operation, Optional.ofNullable(agent), new String(json, UTF_8), hash);
  }

  private static int put(String digits, byte[] json, int at) {
    byte[] bytes = digits.getBytes(ISO_8859_1);
    System.arraycopy(bytes, 0, json, at, bytes.length);
    return at + bytes.length;
  }
}
