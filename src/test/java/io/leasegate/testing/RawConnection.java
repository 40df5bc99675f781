package io.leasegate.testing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.vertx.core.buffer.Buffer;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** A TCP connection whose bytes a test chooses, and which reads HTTP answers as they come. */
public final class RawConnection implements AutoCloseable {

  private static final int READ_TIMEOUT_MS = 60_000;

  /**
   * The head of an answer.
   *
   * @param headers names in lower case
   */
  public record Head(int status, Map<String, String> headers) {}

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;
  private Head head = new Head(0, Map.of());
  private int chunkLeft;

  private RawConnection(int port) throws IOException {
    socket = new Socket();
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(READ_TIMEOUT_MS);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    in = new BufferedInputStream(socket.getInputStream());
    out = socket.getOutputStream();
  }

  public static RawConnection to(int port) {
    return doing(() -> new RawConnection(port));
  }

  public RawConnection send(byte[] bytes) {
    return doing(
        () -> {
          out.write(bytes);
          out.flush();
          return this;
        });
  }

  public RawConnection send(String text) {
    return send(text.getBytes(UTF_8));
  }

  /** Sends as much as the other side takes. */
  public RawConnection sendUntilRefused(byte[] bytes) {
    try {
      out.write(bytes);
      out.flush();
    } catch (IOException refused) {
      // what was meant
    }
    return this;
  }

  /** Says that nothing more will be sent, and reads on. */
  public RawConnection shutOutput() {
    return doing(
        () -> {
          socket.shutdownOutput();
          return this;
        });
  }

  /** Goes away as a killed process does. */
  public void vanish() {
    doing(
        () -> {
          socket.setSoLinger(true, 0);
          socket.close();
          return this;
        });
  }

  /** Reads a whole answer. */
  public RawResponse read() {
    return doing(
        () -> {
          readHead();
          return new RawResponse(head.status(), head.headers(), Buffer.buffer(readBody()));
        });
  }

  /** Reads the head of an answer, past interim ones. */
  public Head readHead() {
    return doing(
        () -> {
          do {
            String status = line();
            Map<String, String> headers = new HashMap<>();
            for (String header = line(); !header.isEmpty(); header = line()) {
              int colon = header.indexOf(':');
              headers.put(
                  header.substring(0, colon).toLowerCase(Locale.ROOT),
                  header.substring(colon + 1).strip());
            }
            head = new Head(Integer.parseInt(status.split(" ", -1)[1]), headers);
          } while (head.status() == 100);
          chunkLeft = 0;
          return head;
        });
  }

  /** Reads the status of an interim answer. */
  public int readInterim() {
    return doing(
        () -> {
          int status = Integer.parseInt(line().split(" ", -1)[1]);
          line();
          return status;
        });
  }

  /** The next event or comment of a stream whose head was read, without its blank line. */
  public String readBlock() {
    return doing(
        () -> {
          StringBuilder block = new StringBuilder();
          ByteArrayOutputStream line = new ByteArrayOutputStream();
          while (true) {
            int b = bodyByte();
            if (b < 0) {
              throw new EOFException("the stream ended: " + block);
            }
            if (b != '\n') {
              line.write(b);
            } else if (line.size() == 0) {
              return block.toString().stripTrailing();
            } else {
              block.append(line.toString(UTF_8)).append('\n');
              line.reset();
            }
          }
        });
  }

  /** The data of the next event, past comments. */
  public String readEvent() {
    String block = readBlock();
    while (block.startsWith(":")) {
      block = readBlock();
    }
    return block.substring(block.indexOf("data: ") + 6).replace("\ndata: ", "\n");
  }

  /** Reads until the stream ends; what still came. */
  public String readToEnd() {
    return doing(() -> new String(readBody(), UTF_8));
  }

  /** Waits until the other side has closed the connection. */
  public boolean awaitClosed() {
    try {
      while (in.read() >= 0) {
        // what still comes does not matter
      }
      return true;
    } catch (SocketException reset) {
      return true;
    } catch (IOException stillOpen) {
      return false;
    }
  }

  private byte[] readBody() throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    String length = head.headers().get("content-length");
    if (length != null) {
      body.write(in.readNBytes(Integer.parseInt(length)));
    } else if (isChunked()) {
      for (int b = bodyByte(); b >= 0; b = bodyByte()) {
        body.write(b);
      }
    } else if (head.status() != 204 && head.status() != 202 && head.status() != 304) {
      body.write(in.readAllBytes());
    }
    return body.toByteArray();
  }

  private boolean isChunked() {
    return "chunked".equalsIgnoreCase(head.headers().get("transfer-encoding"));
  }

  private int bodyByte() throws IOException {
    if (!isChunked()) {
      return in.read();
    }
    if (chunkLeft < 0) {
      return -1;
    }
    if (chunkLeft == 0) {
      chunkLeft = Integer.parseInt(line().strip(), 16);
      if (chunkLeft == 0) {
        line();
        chunkLeft = -1;
        return -1;
      }
    }
    int b = in.read();
    if (--chunkLeft == 0) {
      line();
    }
    return b;
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new EOFException("the connection ended after: " + line.toString(ISO_8859_1));
      }
      if (b != '\r') {
        line.write(b);
      }
    }
    return line.toString(ISO_8859_1);
  }

  private interface Action<T> {
    T run() throws IOException;
  }

  private static <T> T doing(Action<T> action) {
    try {
      return action.run();
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException alreadyGone) {
      throw new UncheckedIOException(alreadyGone);
    }
  }
}
