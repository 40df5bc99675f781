package io.leasegate.app.operator;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.PrintWriter;
import java.time.Duration;
import picocli.CommandLine.Command;

/** How a running gateway is. */
@Command(name = "status", description = "Shows how the running gateway is.")
public final class StatusCommand extends AdminCommand {

  @Override
  JsonObject ask(AdminClient gateway) {
    return gateway.get("/admin/status");
  }

  @Override
  void show(JsonObject status, PrintWriter out) {
    line(
        out,
        "leasegate",
        status.getString("version", "?")
            + ", up "
            + TimeText.of(Duration.ofSeconds(status.getLong("uptime_s", 0L)))
            + (status.getBoolean("draining", false) ? ", draining" : ""));
    String problem = status.getString("store_problem", "");
    line(out, "store", status.getString("store", "?") + (problem.isEmpty() ? "" : ", " + problem));
    status
        .getJsonArray("store_alarms", new JsonArray())
        .forEach(alarm -> line(out, "", String.valueOf(alarm)));
    line(
        out,
        "now",
        status.getValue("in_flight", "?")
            + " in flight, "
            + status.getValue("grants_live", "?")
            + " grants, "
            + status.getValue("leases_live", "?")
            + " leases, "
            + status.getValue("sessions_streaming", "?")
            + " streams");
    line(out, "policy", okOr(status.getString("policy_problem", "")));
    line(out, "reload", okOr(status.getString("reload_problem", "")));
    out.println();
    TextTable table = new TextTable("UPSTREAM", "STATE", "TOOLS", "CIRCUIT", "ERROR");
    status.getJsonArray("upstreams").stream()
        .map(JsonObject.class::cast)
        .forEach(
            upstream ->
                table.add(
                    upstream.getString("name", "?"),
                    upstream.getBoolean("ok", false) ? "ok" : "away",
                    String.valueOf(upstream.getValue("tools", "?")),
                    upstream.getString("circuit", "?"),
                    upstream.getString("error", "")));
    table.print(out);
  }

  private static void line(PrintWriter out, String name, String value) {
    out.printf("%-10s %s%n", name, Cell.of(value));
  }

  private static String okOr(String problem) {
    return problem.isEmpty() ? "ok" : problem;
  }
}
