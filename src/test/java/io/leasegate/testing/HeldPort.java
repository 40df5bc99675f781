package io.leasegate.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Optional;

/**
 * A port of the loopback that nobody else gets while this is open: not who asks for any free port,
 * and no connection that needs one at its own end. Nobody listens there unless a test makes
 * somebody; who connects is refused then. A server on it, of this process or of another, may stop
 * and start again.
 */
public final class HeldPort implements AutoCloseable {

  /** From the port of a cluster's node to that by which the other nodes reach it. */
  private static final int TO_BUS = 10_000;

  private static final int HIGHEST = 65_535;

  /** Bound and never listening: as its address may be used again, a listener can join it. */
  private final Socket holder;

  private final Optional<HeldPort> bus;

  private HeldPort(Socket holder, Optional<HeldPort> bus) {
    this.holder = holder;
    this.bus = bus;
  }

  /** Any one. */
  public static HeldPort any() {
    return new HeldPort(bound(0).orElseThrow(), Optional.empty());
  }

  /** One behind which a node of a cluster finds the port of its bus. */
  static HeldPort withBus() {
    while (true) {
      Socket holder = bound(0).orElseThrow();
      Optional<Socket> bus = bound(holder.getLocalPort() + TO_BUS);
      if (bus.isPresent()) {
        return new HeldPort(holder, bus.map(it -> new HeldPort(it, Optional.empty())));
      }
      close(holder);
    }
  }

  private static Optional<Socket> bound(int port) {
    if (port > HIGHEST) {
      return Optional.empty();
    }
    Socket socket = new Socket();
    try {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return Optional.of(socket);
    } catch (IOException taken) {
      close(socket);
      return Optional.empty();
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
  }

  public int number() {
    return holder.getLocalPort();
  }

  /**
   * Waits until who connects is refused. That a listener was closed is not enough: as long as a
   * thread accepts there, or a selector has not turned again, connections are still made, and cut
   * later.
   */
  public void awaitNobody() {
    Await.until("nobody listens", () -> !takesConnections());
  }

  private boolean takesConnections() {
    try (Socket connection = new Socket(InetAddress.getLoopbackAddress(), number())) {
      return connection.isConnected();
    } catch (ConnectException refused) {
      return false;
    } catch (IOException cut) {
      return true;
    }
  }

  @Override
  public void close() {
    close(holder);
    bus.ifPresent(HeldPort::close);
  }
}
