package io.leasegate.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * Writes entries out whose ids and hashes are stored beside what they say. Nothing is computed:
 * what was changed in the store since it was sealed must not fit. Not shared between threads.
 */
public final class StoredEntries {

  private final EntryText text = new EntryText();
  private final EntryMembers members;

  public StoredEntries(String workspace) {
    this.members = new EntryMembers(workspace);
  }

  /**
   * The whole entry.
   *
   * @param hash as stored with it
   * @param previous as stored with the entry before
   */
  public AuditEntry entry(UnsealedEntry stored, String id, String hash, String previous) {
    Object[] inOrder = members.inOrder(stored, id, hash, previous);
    text.clear();
    for (int i = 0; i < inOrder.length; i += 2) {
      text.ascii(i == 0 ? '{' : ',');
      text.string((String) inOrder[i]);
      text.ascii(':');
      text.value(inOrder[i + 1]);
    }
    text.ascii('}');
    return new AuditEntry(
        stored.sequence(),
        stored.at(),
        stored.draft().kind(),
        stored.draft().operation(),
        stored.agent(),
        new String(text.array(), 0, text.size(), UTF_8),
        hash);
  }
}
