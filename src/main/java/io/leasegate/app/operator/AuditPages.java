package io.leasegate.app.operator;

import io.leasegate.audit.AuditPoint;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** The audit of one workspace, a page at a time. */
final class AuditPages {

  static final int LARGEST = 1000;

  /**
   * A part of the chain.
   *
   * @param from where the chain begins
   * @param head its newest entry
   * @param nextAfter empty at the end
   */
  record Page(AuditPoint from, AuditPoint head, List<JsonObject> entries, OptionalLong nextAfter) {}

  private final AdminClient gateway;
  private final String query;

  /**
   * @param filters {@code &name=value}, as often as needed
   */
  AuditPages(AdminClient gateway, String workspace, String filters) {
    this.gateway = gateway;
    this.query = "/admin/audit?workspace=" + AdminClient.segment(workspace) + filters;
  }

  Page after(long sequence, int limit) {
    JsonObject answer = gateway.get(query + "&after=" + sequence + "&limit=" + limit);
    try {
      List<JsonObject> entries = new ArrayList<>();
      JsonArray items = answer.getJsonArray("entries", new JsonArray());
      for (int i = 0; i < items.size(); i++) {
        entries.add(items.getJsonObject(i));
      }
      Long next = answer.getLong("next_after");
      return new Page(
          answer.containsKey("from") ? point(answer.getJsonObject("from")) : AuditPoint.START,
          point(answer.getJsonObject("head")),
          entries,
          next == null ? OptionalLong.empty() : OptionalLong.of(next));
    } catch (ClassCastException | NullPointerException e) {
      throw OperatorFailure.refused("the gateway answers with something that is no audit page");
    }
  }

  static AuditPoint point(JsonObject object) {
    return new AuditPoint(object.getLong("sequence"), object.getString("hash"));
  }

  static JsonObject json(AuditPoint point) {
    return new JsonObject().put("sequence", point.sequence()).put("hash", point.hash());
  }
}
