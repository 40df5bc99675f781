package io.leasegate.upstream.channel;

import io.leasegate.jsonrpc.RpcScanner;
import io.leasegate.sim.SimPeer;
import io.leasegate.sim.SimServer;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The simulated upstream inside of this process, as if it were a child. */
public final class BuiltinChannel implements MessageChannel {

  private final SimServer server;
  private final MessageDecoder decoder;
  private final long maxMessage;
  private final Context home;
  private final ChannelListener listener;
  private final SimPeer peer = new Peer();
  private final AtomicBoolean ended = new AtomicBoolean();

  private BuiltinChannel(
      SimServer server,
      RpcScanner scanner,
      long maxMessage,
      Context home,
      ChannelListener listener) {
    this.server = server;
    this.decoder = new MessageDecoder(scanner);
    this.maxMessage = maxMessage;
    this.home = home;
    this.listener = listener;
    server.listen(peer);
  }

  /**
   * Channels to that server, each like a new connection.
   *
   * @param maxMessage bytes of the longest message that is read
   */
  public static ChannelFactory factory(SimServer server, RpcScanner scanner, long maxMessage) {
    return (home, listener) -> new BuiltinChannel(server, scanner, maxMessage, home, listener);
  }

  @Override
  public @Nullable Sending send(Buffer message, Map<String, String> headers, long sendBy) {
    if (ended.get()) {
      return null;
    }
    server.handle(message.getBytes(), headers, peer);
    return Sending.GONE;
  }

  @Override
  public Future<Void> close(Duration grace) {
    end("was stopped");
    return Future.succeededFuture();
  }

  private void end(String why) {
    if (ended.compareAndSet(false, true)) {
      server.unlisten(peer);
      home.runOnContext(ignored -> listener.onEnd(why));
    }
  }

  private List<Incoming> read(byte[] message) {
    if (message.length <= maxMessage) {
      return decoder.decode(message);
    }
    long id = MessageDecoder.answeredId(message);
    return id < 0 ? List.of() : List.of(new Incoming.Oversize(id));
  }

  private final class Peer implements SimPeer {

    /** Always as a later event, as over a wire: the sender is not entered again. */
    @Override
    public void send(byte[] message) {
      if (!ended.get()) {
        List<Incoming> found = read(message);
        home.runOnContext(ignored -> found.forEach(listener::onIncoming));
      }
    }

    @Override
    public void disconnect() {
      end("closed the connection");
    }
  }
}
