package io.leasegate.app;

import io.leasegate.app.operator.ApprovalsCommand;
import io.leasegate.app.operator.AuditCommand;
import io.leasegate.app.operator.GrantsCommand;
import io.leasegate.app.operator.IdempotencyCommand;
import io.leasegate.app.operator.KillCommand;
import io.leasegate.app.operator.LeasesCommand;
import io.leasegate.app.operator.PolicyCommand;
import io.leasegate.app.operator.StatusCommand;
import io.leasegate.app.operator.StoreCommand;
import io.leasegate.sim.SimCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The program: one command of many. */
@Command(
    name = "leasegate",
    description = "A gateway between AI agents and MCP servers.",
    subcommands = {
      DemoCommand.class,
      ServeCommand.class,
      SimCommand.class,
      CheckConfigCommand.class,
      StatusCommand.class,
      GrantsCommand.class,
      LeasesCommand.class,
      ApprovalsCommand.class,
      KillCommand.class,
      IdempotencyCommand.class,
      PolicyCommand.class,
      AuditCommand.class,
      StoreCommand.class,
      KeysCommand.class,
      VersionCommand.class
    },
    synopsisSubcommandLabel = "COMMAND",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:success",
      "1:refused, or not ok",
      "2:wrong usage",
      "3:the gateway cannot be reached"
    })
public final class Main {

  private Main() {}

  public static void main(String[] args) {
    System.exit(run(args));
  }

  static int run(String... args) {
    CommandLine line = commandLine();
    if (args.length == 0) {
      line.usage(line.getErr());
      return 2;
    }
    return line.execute(args);
  }

  static CommandLine commandLine() {
    CommandLine line = new CommandLine(new Main());
    // JUL is only used by libraries: their words go where the others go, or nowhere
    line.setExecutionExceptionHandler(
        (problem, command, parsed) -> {
          command.getErr().println("leasegate: " + problem.getMessage());
          return 1;
        });
    helpEverywhere(line);
    return line;
  }

  private static void helpEverywhere(CommandLine line) {
    if (line.getCommandSpec().optionsMap().get("--help") == null) {
      line.getCommandSpec()
          .addOption(
              CommandLine.Model.OptionSpec.builder("-h", "--help")
                  .usageHelp(true)
                  .description("Shows this help.")
                  .build());
    }
    line.getSubcommands().values().forEach(Main::helpEverywhere);
  }
}
