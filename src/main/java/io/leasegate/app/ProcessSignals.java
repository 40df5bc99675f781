package io.leasegate.app;

import io.vertx.core.Future;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the process does when it is told to end or to look again. */
final class ProcessSignals {

  private static final Logger LOG = LoggerFactory.getLogger(ProcessSignals.class);

  /** Longer than any drain may be. */
  private static final long MOST_HOURS = 2;

  private ProcessSignals() {}

  /**
   * Runs an orderly stop on SIGTERM and SIGINT and exits with status 0: the JVM's own would be 143,
   * which supervisors take for a failure.
   */
  static void onEnd(Supplier<Future<Void>> stop) {
    Thread hook =
        new Thread(
            () -> {
              try {
                stop.get()
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(MOST_HOURS, TimeUnit.HOURS);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              } catch (ExecutionException | TimeoutException e) {
                LOG.error("the gateway did not stop cleanly", e);
                Runtime.getRuntime().halt(1);
              }
              Runtime.getRuntime().halt(0);
            },
            "leasegate-stop");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Runs the action on SIGHUP, where the system has it. */
  static void onHangup(Runnable action) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object proxy =
          Proxy.newProxyInstance(
              handler.getClassLoader(),
              new Class<?>[] {handler},
              (self, method, arguments) -> {
                if (method.getName().equals("handle")) {
                  action.run();
                }
                return null;
              });
      signal
          .getMethod("handle", signal, handler)
          .invoke(null, signal.getConstructor(String.class).newInstance("HUP"), proxy);
    } catch (ClassNotFoundException
        | NoSuchMethodException
        | InstantiationException
        | IllegalAccessException
        | InvocationTargetException e) {
      LOG.warn("SIGHUP is not available here; changed files are still noticed");
    }
  }
}
