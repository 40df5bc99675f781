package io.leasegate.store.redis;

import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Details of audit entries as one JSON text, in the order in which they were given. */
final class AuditDetails {

  private AuditDetails() {}

  /**
   * @param details names and values in turn, as {@code AuditDraft} has them
   */
  static String json(List<Object> details) {
    Map<String, Object> members = new LinkedHashMap<>();
    for (int i = 0; i < details.size(); i += 2) {
      members.put((String) details.get(i), details.get(i + 1));
    }
    return new JsonObject(members).encode();
  }
}
