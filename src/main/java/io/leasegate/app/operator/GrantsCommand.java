package io.leasegate.app.operator;

import io.vertx.core.json.JsonObject;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** What agents may do right now. */
@Command(
    name = "grants",
    description = "Lists and revokes live grants.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {GrantsCommand.ListCommand.class, GrantsCommand.RevokeCommand.class})
public final class GrantsCommand {

  @Command(name = "list", description = "Lists the live grants of all agents.")
  static final class ListCommand extends AdminCommand {

    @Mixin private ScopeOption scope = new ScopeOption();

    @Override
    JsonObject ask(AdminClient gateway) {
      return list(gateway.items("/admin/grants").stream().filter(scope::takes).toList());
    }

    @Override
    void show(JsonObject answer, PrintWriter out) {
      List<JsonObject> grants = items(answer);
      if (grants.isEmpty()) {
        out.println("no live grants");
        return;
      }
      TextTable table = new TextTable("ID", "AGENT", "CAPABILITY", "LEASE", "EXPIRES IN");
      grants.forEach(
          grant ->
              table.add(
                  grant.getString("id", "?"),
                  agent(grant),
                  grant.getString("capability", "?"),
                  grant.getString("lease_id", "-"),
                  TimeText.until(grant, "expires_at")));
      table.print(out);
    }
  }

  @Command(
      name = "revoke",
      description = {
        "Ends a grant, and the grants that were delegated from it.",
        "Until its original end, what it covered is granted again only by a human."
      })
  static final class RevokeCommand extends AdminCommand {

    @Mixin private WorkspaceOption workspace = new WorkspaceOption();

    @Parameters(paramLabel = "ID", description = "As leasegate grants list shows it.")
    private String id = "";

    @Override
    JsonObject ask(AdminClient gateway) {
      return gateway.post("/admin/grants/" + AdminClient.segment(id) + "/revoke", workspace.body());
    }

    @Override
    void show(JsonObject answer, PrintWriter out) {
      out.println("revoked " + counted(answer.getInteger("grants_revoked", 1), "grant"));
    }
  }
}
