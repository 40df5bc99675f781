package io.leasegate.app.operator;

import io.vertx.core.json.JsonObject;
import java.io.PrintWriter;
import picocli.CommandLine.Command;

/** Makes the gateway read its policy now. */
@Command(
    name = "reload",
    description =
        "Makes the running gateway read its policy file now. A mistake in it keeps the last good"
            + " policy and is shown.")
final class PolicyReloadCommand extends AdminCommand {

  @Override
  JsonObject ask(AdminClient gateway) {
    return gateway.post("/admin/policy/reload", new JsonObject());
  }

  @Override
  void show(JsonObject answer, PrintWriter out) {
    out.println("the policy file is in force");
  }
}
