package io.leasegate.app.operator;

import io.leasegate.core.call.Identity;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A command that a running gateway carries out. */
@Command(
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:done",
      "1:the gateway refused, or a file is not as it should be",
      "2:wrong usage",
      "3:the gateway cannot be reached"
    })
abstract class AdminCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private AdminOption admin = new AdminOption();

  @Option(names = "--json", description = "Answers one JSON object.")
  private boolean json;

  /**
   * Does the work.
   *
   * @return what {@code --json} prints; everybody else sees {@link #show}
   */
  abstract JsonObject ask(AdminClient gateway);

  /** The answer for people. */
  abstract void show(JsonObject answer, PrintWriter out);

  @Override
  public final Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    try {
      check();
      JsonObject answer = ask(admin.client(err));
      if (json) {
        out.println(answer.encode());
      } else {
        show(answer, out);
      }
      return 0;
    } catch (OperatorFailure failure) {
      failure.lines().forEach(line -> err.println("leasegate: " + line));
      return failure.status();
    }
  }

  /** Refuses arguments that cannot be, before anything is asked. */
  void check() {}

  CommandSpec spec() {
    return spec;
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
