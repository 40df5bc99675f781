package io.leasegate.app.operator;

import io.vertx.core.json.JsonObject;
import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Who works on what right now. */
@Command(
    name = "leases",
    description = "Lists and revokes live leases.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {LeasesCommand.ListCommand.class, LeasesCommand.RevokeCommand.class})
public final class LeasesCommand {

  @Command(name = "list", description = "Lists the live leases of all agents.")
  static final class ListCommand extends AdminCommand {

    @Mixin private ScopeOption scope = new ScopeOption();

    @Override
    JsonObject ask(AdminClient gateway) {
      return list(gateway.items("/admin/leases").stream().filter(scope::takes).toList());
    }

    @Override
    void show(JsonObject answer, PrintWriter out) {
      List<JsonObject> leases = items(answer);
      if (leases.isEmpty()) {
        out.println("no live leases");
        return;
      }
      TextTable table = new TextTable("ID", "AGENT", "FACE", "WRITES", "ENDS IN", "GOAL");
      leases.forEach(
          lease ->
              table.add(
                  lease.getString("lease_id", "?"),
                  agent(lease),
                  lease.getString("face", "?"),
                  writes(lease),
                  TimeText.until(lease, "deadline_at"),
                  lease.getString("goal", "-")));
      table.print(out);
    }

    private static String writes(JsonObject lease) {
      JsonObject writes = lease.getJsonObject("writes");
      return writes == null
          ? "-"
          : writes.getValue("used", "?") + " of " + writes.getValue("max", "?");
    }
  }

  @Command(
      name = "revoke",
      description = {
        "Ends a lease with its grants.",
        "Until its original end, what its grants covered is granted again only by a human."
      })
  static final class RevokeCommand extends AdminCommand {

    @Mixin private WorkspaceOption workspace = new WorkspaceOption();

    @Option(names = "--reason", paramLabel = "<text>", description = "Kept with the lease.")
    private @Nullable String reason;

    @Parameters(paramLabel = "ID", description = "As leasegate leases list shows it.")
    private String id = "";

    @Override
    JsonObject ask(AdminClient gateway) {
      JsonObject body = workspace.body();
      if (reason != null) {
        body.put("reason", reason);
      }
      return gateway.post("/admin/leases/" + AdminClient.segment(id) + "/revoke", body);
    }

    @Override
    void show(JsonObject answer, PrintWriter out) {
      out.println(
          "revoked the lease and " + counted(answer.getInteger("grants_revoked", 0), "grant"));
    }
  }
}
