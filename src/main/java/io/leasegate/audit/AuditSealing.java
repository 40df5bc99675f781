package io.leasegate.audit;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Supplier;

/**
 * Makes the next links of one chain. Each entry is written once, its members in the order of RFC
 * 8785 (3.2.3), so that what is hashed is what is kept. Not shared between threads.
 */
public final class AuditSealing {

  /** What stands in for the two hashes while members are put in order. */
  private static final Object OWN = new Object();

  private static final Object PREVIOUS = new Object();
  private static final int FIXED = 9;
  private static final int OWN_MEMBER = "\"hash\":\"\",".length();

  private final String workspace;
  private final Supplier<String> ids;
  private final EntryText text = new EntryText();
  private final AuditTime times = new AuditTime();
  private final MessageDigest sha256 = sha256();
  private AuditPoint head;

  /**
   * @param head what the chain ends with
   * @param ids unguessable
   */
  public AuditSealing(String workspace, AuditPoint head, Supplier<String> ids) {
    this.workspace = workspace;
    this.head = head;
    this.ids = ids;
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** What the chain ends with now. */
  public AuditPoint head() {
    return head;
  }

  /** Links the entry that follows the head. */
  public SealedEntry seal(UnsealedEntry entry) {
    if (entry.sequence() != head.sequence() + 1) {
      throw new IllegalArgumentException(entry.sequence() + " does not follow " + head.sequence());
    }
    int hashAt = 0;
    int previousAt = 0;
    Object[] members = inOrder(entry);
    text.clear();
    for (int i = 0; i < members.length; i += 2) {
      text.ascii(i == 0 ? '{' : ',');
      text.string((String) members[i]);
      text.ascii(':');
      if (members[i + 1] == OWN) {
        text.ascii("\"\"");
        hashAt = text.size() - 1;
      } else if (members[i + 1] == PREVIOUS) {
        text.ascii("\"\"");
        previousAt = text.size() - 1;
      } else {
        text.value(members[i + 1]);
      }
    }
    text.ascii('}');
    return link(entry, hashAt, previousAt);
  }

  /** The hash is that of the text without the member for it and with the digits of the other. */
  private SealedEntry link(UnsealedEntry entry, int hashAt, int previousAt) {
    byte[] written = text.array();
    int size = text.size();
    int ownFrom = hashAt - OWN_MEMBER + 2;
    sha256.update(written, 0, ownFrom);
    sha256.update(written, ownFrom + OWN_MEMBER, previousAt - ownFrom - OWN_MEMBER);
    text.ascii(head.hash());
    sha256.update(text.array(), size, head.hash().length());
    sha256.update(text.array(), previousAt, size - previousAt);
    byte[] hash = sha256.digest();
    byte[] kept = Arrays.copyOf(text.array(), size + SealedEntry.HASH_BYTES);
    System.arraycopy(hash, 0, kept, size, hash.length);
    head = new AuditPoint(entry.sequence(), HexFormat.of().formatHex(hash));
    return new SealedEntry(entry, kept, hashAt, previousAt);
  }

  /** Names and values in turn. Few and mostly in order already: insertion is the fastest sort. */
  private Object[] inOrder(UnsealedEntry entry) {
    AuditDraft draft = entry.draft();
    List<Object> details = draft.details();
    Object[] members = new Object[2 * FIXED + details.size()];
    int size = 0;
    if (entry.agent().isPresent()) {
      size = insert(members, size, "agent", entry.agent().get());
    }
    size = insert(members, size, "at", times.text(entry.at()));
    size = insert(members, size, "hash", OWN);
    size = insert(members, size, "id", draft.id().orElseGet(ids));
    size = insert(members, size, "kind", draft.kind().wireName());
    size = insert(members, size, "operation", draft.operation());
    size = insert(members, size, "prev_hash", PREVIOUS);
    size = insert(members, size, "sequence", entry.sequence());
    size = insert(members, size, "workspace", workspace);
    for (int i = 0; i < details.size(); i += 2) {
      size = insert(members, size, (String) details.get(i), details.get(i + 1));
    }
    return Arrays.copyOf(members, size);
  }

  private static int insert(Object[] members, int size, String name, Object value) {
    int at = size;
    while (at > 0 && ((String) members[at - 2]).compareTo(name) > 0) {
      members[at] = members[at - 2];
      members[at + 1] = members[at - 1];
      at -= 2;
    }
    members[at] = name;
    members[at + 1] = value;
    return size + 2;
  }
}
