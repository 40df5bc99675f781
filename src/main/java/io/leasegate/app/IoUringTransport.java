package io.leasegate.app;

import io.vertx.core.transport.Transport;
import java.util.Map;

/**
 * Netty's transport for io_uring, set up so that it behaves like NIO where Netty 4.2.18 by itself
 * does not. A system property of the same name goes before what is set here.
 */
final class IoUringTransport {

  private static final Map<String, String> SETTINGS =
      Map.of(
          // One request to be told of whatever comes in says nothing of a reset that came before
          // the data ahead of it was read: the connection stayed open for ever, and its call waited
          // for its timeout. A request before each read looks at what is there. It goes to the
          // kernel along with the others of its turn.
          "io.netty.iouring.pollAddMultishotEnabled",
          "false",
          // One request for all connections to come is repeated at once when it fails, without the
          // second of rest that Netty prescribes: with no file descriptor left, a loop was busy
          // with nothing else, and logged each time.
          "io.netty.iouring.acceptMultiShotEnabled",
          "false");

  private IoUringTransport() {}

  /** Nobody else may look at Netty's transport before: it reads its settings once. */
  static Transport get() {
    SETTINGS.forEach(System.getProperties()::putIfAbsent);
    return Transport.IO_URING;
  }
}
