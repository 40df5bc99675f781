package io.leasegate.app.operator;

import io.leasegate.core.call.Identity;
import io.vertx.core.json.JsonObject;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The kill switch. */
@Command(
    name = "kill",
    description = {
      "Stops an agent, or all agents of a workspace, at once.",
      "Revokes every grant of it and refuses every call and request, until"
          + " leasegate kill release with the same options."
    },
    subcommands = KillCommand.ReleaseCommand.class)
public final class KillCommand extends AdminCommand {

  @Mixin private Target target = new Target();

  @Override
  void check() {
    target.check();
  }

  @Override
  JsonObject ask(AdminClient gateway) {
    return gateway.post("/admin/kill", target.body());
  }

  @Override
  void show(JsonObject answer, PrintWriter out) {
    out.println(
        "killed "
            + Target.of(answer)
            + "; revoked "
            + counted(answer.getInteger("grants_revoked", 0), "grant"));
  }

  @Command(
      name = "release",
      description = {
        "Ends the kill of an agent, or of a workspace: name what was killed.",
        "Grants that were revoked do not come back."
      })
  static final class ReleaseCommand extends AdminCommand {

    @Mixin private Target target = new Target();

    @Override
    void check() {
      if (!spec().parent().commandLine().getParseResult().matchedOptions().isEmpty()) {
        throw OperatorFailure.usage(
            "options go behind release: leasegate kill release --agent <agent>");
      }
      target.check();
    }

    @Override
    JsonObject ask(AdminClient gateway) {
      return gateway.post("/admin/kill/release", target.body());
    }

    @Override
    void show(JsonObject answer, PrintWriter out) {
      out.println(
          answer.getBoolean("was_killed", true)
              ? "released " + Target.of(answer)
              : Target.of(answer) + " was not killed");
    }
  }

  /** Whom it hits. */
  static final class Target {

    @Option(
        names = "--agent",
        paramLabel = "<agent>",
        description = "This agent alone. Without it: all agents of --workspace.")
    private @Nullable String agent;

    @Option(
        names = "--workspace",
        paramLabel = "<workspace>",
        description = "Of this workspace. Default, with --agent: default.")
    private @Nullable String workspace;

    void check() {
      if (agent == null && workspace == null) {
        throw OperatorFailure.usage("name --agent, or --workspace for all agents in it, or both");
      }
      for (String name : new String[] {agent, workspace}) {
        if (name != null && !Identity.isName(name)) {
          throw OperatorFailure.usage(
              "\"" + Cell.of(name) + "\" is no name: [A-Za-z0-9][A-Za-z0-9._@-]{0,127}");
        }
      }
    }

    JsonObject body() {
      JsonObject body =
          new JsonObject().put("workspace", workspace == null ? Identity.DEFAULT : workspace);
      return agent == null ? body : body.put("agent", agent);
    }

    static String of(JsonObject answer) {
      String workspace = answer.getString("workspace", "?");
      return answer.containsKey("agent")
          ? answer.getString("agent") + " of workspace " + workspace
          : "all agents of workspace " + workspace;
    }
  }
}
