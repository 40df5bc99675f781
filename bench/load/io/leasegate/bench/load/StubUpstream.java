package io.leasegate.bench.load;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * The upstream of every contestant: an MCP server (Streamable HTTP, 2025-11-25) that gives fixed
 * answers with the request's id in them. One thread on plain NIO, so that its own cost hides as
 * little as possible of the proxies' cost.
 */
public final class StubUpstream {
  private final Selector selector = Selector.open();
  private final ServerSocketChannel server = ServerSocketChannel.open();

  private StubUpstream() throws IOException {
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1024);
    server.configureBlocking(false);
    server.register(selector, SelectionKey.OP_ACCEPT);
  }

  /** Serves until the process that started this one is gone. */
  public static void main(String[] args) throws IOException {
    ParentWatch.endWithParent();
    var stub = new StubUpstream();
    System.out.println("bench-stub ready url=http://127.0.0.1:" + stub.port() + "/mcp");
    stub.serve();
  }

  private int port() {
    return server.socket().getLocalPort();
  }

  private void serve() throws IOException {
    while (true) {
      selector.select(this::ready);
    }
  }

  private void ready(SelectionKey key) {
    try {
      if (key.isAcceptable()) {
        accept();
      } else if (!((StubConnection) key.attachment()).serve()) {
        key.channel().close();
      }
    } catch (IOException broken) {
      close(key);
    }
  }

  private void accept() throws IOException {
    SocketChannel client = server.accept();
    client.configureBlocking(false);
    client.setOption(StandardSocketOptions.TCP_NODELAY, true);
    client.register(selector, SelectionKey.OP_READ, new StubConnection(client));
  }

  private static void close(SelectionKey key) {
    try {
      key.channel().close();
    } catch (IOException alreadyGone) {
      key.cancel();
    }
  }
}
