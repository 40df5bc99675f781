package io.leasegate.testing;

import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A way to a server on which connections can fall silent without ending, as behind a firewall. */
public final class MutedProxy implements AutoCloseable {

  private final NetClient client;
  private final NetServer server;
  private final List<NetSocket> sockets = new CopyOnWriteArrayList<>();

  public MutedProxy(Vertx vertx, int port) {
    client = vertx.createNetClient();
    server =
        Await.result(
            vertx
                .createNetServer()
                .connectHandler(
                    socket -> {
                      socket.pause();
                      client
                          .connect(port, "127.0.0.1")
                          .onSuccess(there -> join(socket, there))
                          .onFailure(cause -> socket.close());
                    })
                .listen(0, "127.0.0.1"));
  }

  private void join(NetSocket here, NetSocket there) {
    sockets.add(here);
    sockets.add(there);
    here.handler(there::write);
    there.handler(here::write);
    here.closeHandler(closed -> there.close());
    there.closeHandler(closed -> here.close());
    here.resume();
  }

  public String uri() {
    return "redis://127.0.0.1:" + server.actualPort();
  }

  /** Nothing comes through any more on the connections that are open; new ones work. */
  public void mute() {
    for (NetSocket socket : sockets) {
      socket.handler(lost -> {});
    }
    sockets.clear();
  }

  @Override
  public void close() {
    Await.result(server.close());
    Await.result(client.close());
  }
}
