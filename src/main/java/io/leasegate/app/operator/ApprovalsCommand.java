package io.leasegate.app.operator;

import io.vertx.core.json.JsonObject;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What waits for a human. */
@Command(
    name = "approvals",
    description = "Lists and decides what agents ask a human for.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      ApprovalsCommand.ListCommand.class,
      ApprovalsCommand.ApproveCommand.class,
      ApprovalsCommand.DenyCommand.class
    })
public final class ApprovalsCommand {

  /** Which ones are listed. */
  enum Wanted {
    PENDING,
    APPROVED,
    DENIED,
    EXPIRED,
    CANCELLED,
    ALL;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Command(name = "list", description = "Lists requests that wait for a human, newest first.")
  static final class ListCommand extends AdminCommand {

    @Mixin private ScopeOption scope = new ScopeOption();

    @Option(
        names = "--status",
        paramLabel = "<status>",
        description = "${COMPLETION-CANDIDATES}. Default: pending.")
    private Wanted status = Wanted.PENDING;

    @Override
    JsonObject ask(AdminClient gateway) {
      String path = "/admin/approvals" + (status == Wanted.ALL ? "" : "?status=" + status);
      return list(items(gateway.get(path)).stream().filter(scope::takes).toList());
    }

    @Override
    void show(JsonObject answer, PrintWriter out) {
      List<JsonObject> approvals = items(answer);
      if (approvals.isEmpty()) {
        out.println(status == Wanted.PENDING ? "nothing waits for a human" : "none");
        return;
      }
      TextTable table =
          new TextTable("ID", "AGENT", "CAPABILITY", "FOR", "STATUS", "OPEN FOR", "REASON");
      approvals.forEach(
          approval ->
              table.add(
                  approval.getString("approval_id", "?"),
                  agent(approval),
                  approval.getString("capability", "?"),
                  TimeText.of(Duration.ofSeconds(approval.getLong("ttl_s", 0L))),
                  approval.getString("status", "?"),
                  approval.getString("status", "").equals("pending")
                      ? TimeText.until(approval, "expires_at")
                      : "-",
                  approval.getString("reason", "")));
      table.print(out);
    }
  }

  @Command(
      name = "approve",
      description = "Grants a request. Its time begins now. Approving twice changes nothing.")
  static final class ApproveCommand extends AdminCommand {

    @Parameters(paramLabel = "ID", description = "As leasegate approvals list shows it.")
    private String id = "";

    @Override
    JsonObject ask(AdminClient gateway) {
      return gateway.post(
          "/admin/approvals/" + AdminClient.segment(id) + "/approve", new JsonObject());
    }

    @Override
    void show(JsonObject answer, PrintWriter out) {
      out.println(
          Cell.of(
              "approved: "
                  + agent(answer)
                  + " may "
                  + answer.getString("capability", "?")
                  + " for "
                  + TimeText.of(Duration.ofSeconds(answer.getLong("ttl_s", 0L)))
                  + " (grant "
                  + answer.getString("grant_id", "?")
                  + ")"));
    }
  }

  @Command(name = "deny", description = "Refuses a request. Denying twice changes nothing.")
  static final class DenyCommand extends AdminCommand {

    @Parameters(paramLabel = "ID", description = "As leasegate approvals list shows it.")
    private String id = "";

    @Override
    JsonObject ask(AdminClient gateway) {
      return gateway.post(
          "/admin/approvals/" + AdminClient.segment(id) + "/deny", new JsonObject());
    }

    @Override
    void show(JsonObject answer, PrintWriter out) {
      out.println(
          Cell.of(
              "denied: " + agent(answer) + " asked for " + answer.getString("capability", "?")));
    }
  }
}
