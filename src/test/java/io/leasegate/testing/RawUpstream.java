package io.leasegate.testing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An MCP server over HTTP on plain sockets: it handles the handshake, and what happens to the bytes
 * of a {@code tools/call} is the test's. Keeps connections alive and counts what it reads.
 */
public final class RawUpstream implements AutoCloseable {

  private static final Pattern METHOD = Pattern.compile("\"method\":\"([^\"]*)\"");
  private static final Pattern ID = Pattern.compile("\"id\":([0-9]+)");
  private static final Pattern LENGTH = Pattern.compile("(?i)content-length: *([0-9]+)");

  /** What is done with a request that was read whole; by a thread of its connection. */
  public interface Script {
    void serve(Connection connection, String body) throws IOException;
  }

  private final HeldPort port = HeldPort.any();
  private final ServerSocket listening = new ServerSocket();
  private final List<String> received = new CopyOnWriteArrayList<>();
  private final Collection<Connection> connections = new ConcurrentLinkedQueue<>();
  private final AtomicInteger ended = new AtomicInteger();
  private volatile Script onCall = (connection, body) -> connection.send(json(body, "{}"));
  private volatile Script onInitialize =
      (connection, body) ->
          connection.send(
              json(body, ScriptedUpstream.initializeResult("2025-11-25"))
                  .replace("\r\n\r\n", "\r\nmcp-session-id: s\r\n\r\n"));
  private volatile int readOnly = -1;
  private volatile boolean closed;

  private RawUpstream() throws IOException {
    listening.setReuseAddress(true);
    listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port.number()), 200);
    start(this::accept);
  }

  public static RawUpstream start() {
    try {
      return new RawUpstream();
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
  }

  public String url() {
    return "http://127.0.0.1:" + port.number() + "/mcp";
  }

  public RawUpstream onCall(Script script) {
    onCall = script;
    return this;
  }

  public RawUpstream onInitialize(Script script) {
    onInitialize = script;
    return this;
  }

  /** Of the next request only so many bytes are read, head included; then its connection is cut. */
  public RawUpstream cutsRequestAfter(int bytes) {
    readOnly = bytes;
    return this;
  }

  /** Bodies of the requests of that method that were read whole. */
  public List<String> received(String method) {
    return received.stream().filter(body -> first(METHOD, body).equals(method)).toList();
  }

  /** Forgets what it has received. */
  public void forget() {
    received.clear();
  }

  public RawUpstream await(String method, int count) {
    Await.until(count + " × " + method, () -> received(method).size() >= count);
    return this;
  }

  /** Connections that were made so far. */
  public int connections() {
    return connections.size();
  }

  /** Connections whose other side has gone. */
  public int ended() {
    return ended.get();
  }

  /**
   * Says on every open connection that nothing more comes, and waits for the others' end; also on
   * one that was made meanwhile.
   */
  public void closeIdle() {
    Await.until(
        "the end of all connections",
        () -> {
          connections.forEach(Connection::shutOutput);
          return ended.get() == connections.size();
        });
  }

  /** Closes every connection now. */
  public void cutAll() {
    connections.forEach(Connection::cut);
  }

  /** The id of a request. */
  public static String id(String body) {
    return first(ID, body);
  }

  /** A whole answer in JSON with its length. */
  public static String json(String request, String result) {
    return withLength(message(request, result));
  }

  public static String message(String request, String result) {
    return "{\"jsonrpc\":\"2.0\",\"id\":" + id(request) + ",\"result\":" + result + "}";
  }

  public static String withLength(String body) {
    return "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: "
        + body.length()
        + "\r\n\r\n"
        + body;
  }

  private static String first(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    return matcher.find() ? matcher.group(1) : "";
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "raw-upstream");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    try {
      while (true) {
        Connection connection = new Connection(listening.accept());
        connections.add(connection);
        if (closed) {
          // it was accepted while the others were cut
          connection.cut();
        }
        start(connection::live);
      }
    } catch (IOException closed) {
      // the test is over
    }
  }

  /** One connection of the gateway. */
  public final class Connection {
    private final Socket socket;
    private final InputStream in;

    Connection(Socket socket) throws IOException {
      this.socket = socket;
      this.in = new BufferedInputStream(socket.getInputStream());
      socket.setTcpNoDelay(true);
    }

    public void send(String text) throws IOException {
      socket.getOutputStream().write(text.getBytes(UTF_8));
    }

    /** Closes it as a process does that ends in order, or as a machine that forgot it. */
    public void close(boolean reset) throws IOException {
      if (reset) {
        socket.setSoLinger(true, 0);
      }
      socket.close();
    }

    /** Waits for the word of the test, or for the end of the connection. */
    public void awaitWord(CountDownLatch word) {
      try {
        word.await();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    void cut() {
      try {
        socket.close();
      } catch (IOException gone) {
        throw new UncheckedIOException(gone);
      }
    }

    void shutOutput() {
      try {
        if (!socket.isClosed()) {
          socket.shutdownOutput();
        }
      } catch (IOException gone) {
        // closed already
      }
    }

    private void live() {
      try (socket) {
        while (!socket.isClosed()) {
          in.mark(1);
          if (in.read() < 0) {
            return;
          }
          in.reset();
          int most = readOnly;
          if (most >= 0) {
            readOnly = -1;
            in.readNBytes(most);
            return;
          }
          serve(body());
        }
      } catch (IOException gone) {
        // the other side, or the script, has ended it
      } finally {
        ended.incrementAndGet();
      }
    }

    private void serve(String body) throws IOException {
      received.add(body);
      switch (first(METHOD, body)) {
        case "initialize" -> onInitialize.serve(this, body);
        case "tools/call" -> onCall.serve(this, body);
        default -> send("HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n");
      }
    }

    private String body() throws IOException {
      ByteArrayOutputStream head = new ByteArrayOutputStream();
      while (!head.toString(ISO_8859_1).endsWith("\r\n\r\n")) {
        int b = in.read();
        if (b < 0) {
          throw new EOFException();
        }
        head.write(b);
      }
      String length = first(LENGTH, head.toString(ISO_8859_1));
      int size = length.isEmpty() ? 0 : Integer.parseInt(length);
      byte[] body = in.readNBytes(size);
      if (body.length < size) {
        throw new EOFException();
      }
      return new String(body, UTF_8);
    }
  }

  /** Listens no more, and cuts its connections: who connects is refused. */
  public void goAway() {
    closed = true;
    try {
      listening.close();
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
    port.awaitNobody();
    cutAll();
  }

  @Override
  public void close() {
    if (!closed) {
      goAway();
    }
    port.close();
  }
}
