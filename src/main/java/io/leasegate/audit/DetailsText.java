package io.leasegate.audit;

import java.util.Arrays;
import java.util.List;

/** Details of an entry as a JSON object, for a store that keeps them until the entry is sealed. */
public final class DetailsText {

  private DetailsText() {}

  /**
   * The members in the order in which they were given, in UTF-8.
   *
   * @param details names and values in turn, as {@link AuditDraft#details()} has them
   */
  public static byte[] json(List<Object> details) {
    EntryText text = new EntryText();
    text.ascii('{');
    for (int i = 0; i < details.size(); i += 2) {
      if (i > 0) {
        text.ascii(',');
      }
      text.string((String) details.get(i));
      text.ascii(':');
      text.value(details.get(i + 1));
    }
    text.ascii('}');
    return Arrays.copyOf(text.array(), text.size());
  }
}
