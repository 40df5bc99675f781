package io.leasegate.bench.load;

import io.netty.util.internal.logging.InternalLoggerFactory;
import io.netty.util.internal.logging.JdkLoggerFactory;

/**
 * Keeps the gateway's logging, which is on the class path, out of the harness and the bare proxy:
 * without a configuration it would log, and spend time on, every detail.
 */
final class QuietLogging {
  private QuietLogging() {}

  /** To be called before the first class of Vert.x or Netty is used. */
  static void choose() {
    System.setProperty(
        "vertx.logger-delegate-factory-class-name", "io.vertx.core.logging.JULLogDelegateFactory");
    InternalLoggerFactory.setDefaultFactory(JdkLoggerFactory.INSTANCE);
  }
}
