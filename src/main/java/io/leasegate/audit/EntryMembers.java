package io.leasegate.audit;

import java.util.Arrays;
import java.util.List;

/** The members of entries in the order of RFC 8785 (3.2.3). Not shared between threads. */
final class EntryMembers {

  private static final int FIXED = 9;

  private final String workspace;
  private final AuditTime times = new AuditTime();

  EntryMembers(String workspace) {
    this.workspace = workspace;
  }

  /**
   * Names and values in turn. Few and mostly in order already: insertion is the fastest sort.
   *
   * @param hash the value of that member, or what stands in for it
   * @param previous that of {@code prev_hash}
   */
  Object[] inOrder(UnsealedEntry entry, String id, Object hash, Object previous) {
    AuditDraft draft = entry.draft();
    List<Object> details = draft.details();
    Object[] members = new Object[2 * FIXED + details.size()];
    int size = 0;
    if (entry.agent().isPresent()) {
      size = insert(members, size, "agent", entry.agent().get());
    }
    size = insert(members, size, "at", times.text(entry.at()));
    size = insert(members, size, "hash", hash);
    size = insert(members, size, "id", id);
    size = insert(members, size, "kind", draft.kind().wireName());
    size = insert(members, size, "operation", draft.operation());
    size = insert(members, size, "prev_hash", previous);
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
