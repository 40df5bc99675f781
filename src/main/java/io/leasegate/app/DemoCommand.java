package io.leasegate.app;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Shows the gateway at work. */
@Command(name = "demo", description = "Starts a gateway and shows it at work.")
final class DemoCommand implements Callable<Integer> {

  @Override
  public Integer call() {
    return 1;
  }
}
