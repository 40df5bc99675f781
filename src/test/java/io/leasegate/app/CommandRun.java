package io.leasegate.app;

import java.io.PrintWriter;
import java.io.StringWriter;

/** What a command said, and with what it would have exited. */
record CommandRun(int status, String out, String err) {

  static CommandRun of(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status =
        Main.commandLine()
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(arguments);
    return new CommandRun(status, out.toString(), err.toString());
  }
}
