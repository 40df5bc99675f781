package io.leasegate.app.demo;

import java.io.IOException;

/**
 * One thing that the demo shows.
 *
 * @param title what happens, in words for somebody who does not know MCP
 * @param action does it, tells what it did and what came back, and says what it expects
 */
public record DemoStep(String title, Action action) {

  /** What a step does. */
  @FunctionalInterface
  public interface Action {

    /**
     * @throws IOException when the gateway gives no answer, or one that is no MCP; the step then
     *     counts as gone wrong
     */
    void play(Scene scene) throws IOException, InterruptedException;
  }
}
