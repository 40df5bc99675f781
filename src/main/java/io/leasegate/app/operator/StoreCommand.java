package io.leasegate.app.operator;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.PrintWriter;
import picocli.CommandLine.Command;

/** The store as a whole. */
@Command(
    name = "store",
    description = "Accepts a store that forgot something, or whose clock went back.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = StoreCommand.AcceptCommand.class)
public final class StoreCommand {

  @Command(
      name = "accept",
      description = {
        "Says that the store may go on as it is: for all gateways, and written down in the audit of"
            + " the workspace _.",
        "Ends the alarm store_rolled_back. In workspaces whose clock was ahead of that of Redis,"
            + " what was given by it ends, and changes are possible again."
      })
  static final class AcceptCommand extends AdminCommand {

    @Override
    JsonObject ask(AdminClient gateway) {
      return gateway.post("/admin/store/accept", new JsonObject());
    }

    @Override
    void show(JsonObject answer, PrintWriter out) {
      JsonArray alarms = answer.getJsonArray("alarms", new JsonArray());
      alarms.forEach(alarm -> out.println("was: " + Cell.of(String.valueOf(alarm))));
      out.println("accepted the store as it is");
      int clocks = answer.getJsonArray("clocks", new JsonArray()).size();
      if (clocks > 0) {
        out.println(
            "set the clock of "
                + counted(clocks, "workspace")
                + "; revoked "
                + counted(answer.getInteger("grants_revoked", 0), "grant")
                + " and "
                + counted(answer.getInteger("leases_revoked", 0), "lease"));
      }
    }
  }
}
