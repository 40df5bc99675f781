package io.leasegate.audit;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.Supplier;

/**
 * Makes the next links of one chain. Each entry is written once, its members in the order of RFC
 * 8785 (3.2.3), so that what is hashed is what is kept. Not shared between threads.
 */
public final class AuditSealing {

  /** What stands in for the two hashes while members are put in order. */
  private static final Object OWN = new Object();

  private static final Object PREVIOUS = new Object();
  private static final int OWN_MEMBER = "\"hash\":\"\",".length();

  private final EntryMembers members;
  private final Supplier<String> ids;
  private final EntryText text = new EntryText();
  private final MessageDigest sha256 = sha256();
  private AuditPoint head;

  /**
   * @param head what the chain ends with
   * @param ids unguessable
   */
  public AuditSealing(String workspace, AuditPoint head, Supplier<String> ids) {
    this.members = new EntryMembers(workspace);
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
    String id = entry.draft().id().orElseGet(ids);
    Object[] inOrder = members.inOrder(entry, id, OWN, PREVIOUS);
    text.clear();
    for (int i = 0; i < inOrder.length; i += 2) {
      text.ascii(i == 0 ? '{' : ',');
      text.string((String) inOrder[i]);
      text.ascii(':');
      if (inOrder[i + 1] == OWN) {
        text.ascii("\"\"");
        hashAt = text.size() - 1;
      } else if (inOrder[i + 1] == PREVIOUS) {
        text.ascii("\"\"");
        previousAt = text.size() - 1;
      } else {
        text.value(inOrder[i + 1]);
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
}
