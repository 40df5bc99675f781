package io.leasegate.app;

import io.vertx.core.json.JsonObject;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Says which build this is and what it runs on. */
@Command(name = "version", description = "Shows the version of LeaseGate and of the Java runtime.")
final class VersionCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--json", description = "Answers one JSON object.")
  private boolean json;

  @Override
  public Integer call() {
    String java = System.getProperty("java.vm.name") + " " + Runtime.version();
    spec.commandLine()
        .getOut()
        .println(
            json
                ? new JsonObject().put("leasegate", Version.text()).put("java", java).encode()
                : "leasegate " + Version.text() + " (" + java + ")");
    return 0;
  }
}
