package io.leasegate.app.operator;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A command that asks a running gateway. */
@Command(
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:done",
      "1:the gateway refused, or something is not as it should be",
      "2:wrong usage",
      "3:the gateway cannot be reached"
    })
abstract class OperatorCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private AdminOption admin = new AdminOption();

  @Option(names = "--json", description = "Answers in JSON, for programs.")
  private boolean json;

  /**
   * Does the work and says what came of it.
   *
   * @return with what the process exits
   */
  abstract int run(PrintWriter out, PrintWriter err);

  /** Refuses arguments that cannot be, before anything is asked. */
  void check() {}

  @Override
  public final Integer call() {
    PrintWriter err = spec.commandLine().getErr();
    try {
      check();
      return run(spec.commandLine().getOut(), err);
    } catch (OperatorFailure failure) {
      failure.lines().forEach(line -> err.println("leasegate: " + line));
      return failure.status();
    }
  }

  /** The way to the gateway. */
  AdminClient gateway() {
    return admin.client(spec.commandLine().getErr());
  }

  boolean json() {
    return json;
  }

  CommandSpec spec() {
    return spec;
  }
}
