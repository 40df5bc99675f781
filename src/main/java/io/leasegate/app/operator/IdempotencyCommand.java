package io.leasegate.app.operator;

import io.leasegate.core.call.Identity;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What became of the calls that agents made under a key. */
@Command(
    name = "idempotency",
    description = "Shows the keys of calls, and says what became of one that nobody knows of.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {IdempotencyCommand.ShowCommand.class, IdempotencyCommand.ResolveCommand.class})
public final class IdempotencyCommand {

  /** Which key. */
  static final class KeyOption {

    @Mixin private WorkspaceOption workspace = new WorkspaceOption();

    @Parameters(index = "0", paramLabel = "AGENT", description = "Whose key it is.")
    private String agent = "";

    @Parameters(index = "1", paramLabel = "KEY", description = "As the agent sent it.")
    private String key = "";

    String path() {
      return "/admin/idempotency/"
          + AdminClient.segment(workspace.body().getString("workspace", Identity.DEFAULT))
          + "/"
          + AdminClient.segment(agent)
          + "/"
          + AdminClient.segment(key);
    }
  }

  @Command(
      name = "show",
      description = "Shows what is known of the call with a key: when it was sent, how it ended.")
  static final class ShowCommand extends AdminCommand {

    @Mixin private KeyOption key = new KeyOption();

    @Override
    JsonObject ask(AdminClient gateway) {
      return gateway.get(key.path());
    }

    @Override
    void show(JsonObject answer, PrintWriter out) {
      TextTable table = new TextTable("KEY", "AGENT", "STATUS", "TOOL", "CLAIMED");
      table.add(
          answer.getString("key", "?"),
          agent(answer),
          answer.getString("status", "?"),
          answer.getString("upstream", "?") + " " + answer.getString("tool", "?"),
          answer.getString("claimed_at", "?"));
      table.print(out);
      for (String name :
          List.of("claim_until", "awaits_until", "unknown_since", "ended_at", "lease_id")) {
        if (answer.containsKey(name)) {
          out.println(name.replace('_', ' ') + ": " + Cell.of(answer.getString(name, "?")));
        }
      }
      if (answer.containsKey("answer")) {
        out.println("answer: " + Cell.of(answer.getJsonObject("answer").encode()));
      }
      if (answer.getString("status", "").equals("outcome_unknown")) {
        out.println(
            "It may have run. Look for its effect, then: leasegate idempotency resolve AGENT KEY"
                + " --executed or --not-executed");
      }
    }
  }

  @Command(
      name = "resolve",
      description = {
        "Says what became of a call whose outcome is unknown.",
        "Executed: retries get the given result, or a text that says so. Not executed: the key is"
            + " free again and the write goes back to its lease."
      })
  static final class ResolveCommand extends AdminCommand {

    @Mixin private KeyOption key = new KeyOption();

    @Option(names = "--executed", description = "Its effect is there.")
    private boolean executed;

    @Option(names = "--not-executed", description = "Its effect is not there and will not come.")
    private boolean notExecuted;

    @Option(
        names = "--result",
        paramLabel = "<file>",
        description = "With --executed: a file with the tool's result as JSON, for retries.")
    private @Nullable Path result;

    @Override
    void check() {
      if (executed == notExecuted) {
        throw OperatorFailure.usage("name one of --executed and --not-executed");
      }
      if (result != null && !executed) {
        throw OperatorFailure.usage("--result goes with --executed only");
      }
    }

    @Override
    JsonObject ask(AdminClient gateway) {
      JsonObject body = new JsonObject().put("outcome", executed ? "executed" : "not_executed");
      if (result != null) {
        body.put("result", read(result));
      }
      return gateway.post(key.path() + "/resolve", body);
    }

    private static JsonObject read(Path file) {
      try {
        return new JsonObject(Files.readString(file));
      } catch (IOException e) {
        throw OperatorFailure.refused(file + " cannot be read: " + e.getMessage());
      } catch (DecodeException e) {
        throw OperatorFailure.refused(file + " holds no JSON object");
      }
    }

    @Override
    void show(JsonObject answer, PrintWriter out) {
      out.println(
          answer.getString("outcome", "").equals("executed")
              ? "recorded as executed: retries get its answer"
              : "recorded as not executed: a retry runs it");
    }
  }
}
