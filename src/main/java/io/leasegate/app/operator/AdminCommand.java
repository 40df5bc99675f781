package io.leasegate.app.operator;

import io.leasegate.core.call.Identity;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.PrintWriter;
import java.util.List;

/** A command that a running gateway carries out with one answer. */
abstract class AdminCommand extends OperatorCommand {

  /**
   * Does the work.
   *
   * @return what {@code --json} prints; everybody else sees {@link #show}
   */
  abstract JsonObject ask(AdminClient gateway);

  /** The answer for people. */
  abstract void show(JsonObject answer, PrintWriter out);

  @Override
  final int run(PrintWriter out, PrintWriter err) {
    JsonObject answer = ask(gateway());
    if (json()) {
      out.println(answer.encode());
    } else {
      show(answer, out);
    }
    return 0;
  }

  static JsonObject list(List<JsonObject> items) {
    return new JsonObject().put("items", new JsonArray(items));
  }

  static List<JsonObject> items(JsonObject answer) {
    return answer.getJsonArray("items").stream().map(JsonObject.class::cast).toList();
  }

  /** {@code agent}, with its workspace when that is not the default one. */
  static String agent(JsonObject row) {
    String workspace = row.getString("workspace", Identity.DEFAULT);
    String agent = row.getString("agent", "?");
    return workspace.equals(Identity.DEFAULT) ? agent : workspace + "/" + agent;
  }

  static String counted(int count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }
}
