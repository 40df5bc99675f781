package io.leasegate.bench.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/**
 * One client of the stub: answers each request as soon as it is whole. Bound to the stub's thread.
 */
final class StubConnection {
  private static final byte[] CALL = ascii("tools/call");
  private static final byte[] INITIALIZE = ascii("initialize");
  private static final byte[] LIST = ascii("tools/list");
  private static final byte[] PING = ascii("ping");

  private final SocketChannel channel;
  private final HttpMessageReader requests = new HttpMessageReader();
  private final EnvelopeSpans envelope = new EnvelopeSpans();
  private final ByteBuffer out = ByteBuffer.allocateDirect(16 * 1024);

  StubConnection(SocketChannel channel) {
    this.channel = channel;
  }

  /** Reads and answers; false when the client has closed. */
  boolean serve() throws IOException {
    if (!requests.readFrom(channel)) {
      return false;
    }
    while (requests.hasMessage()) {
      answer().write(out, requests.bytes(), envelope.idStart(), envelope.idEnd());
      requests.next();
      send();
    }
    return true;
  }

  private StubAnswer answer() {
    char method = requests.methodInitial();
    if (method != 'P') {
      return method == 'D' ? StubAnswer.CLOSED : StubAnswer.NO_STREAM;
    }
    byte[] bytes = requests.bytes();
    envelope.scan(bytes, requests.bodyStart(), requests.bodyEnd());
    if (!envelope.hasId()) {
      return StubAnswer.ACCEPTED;
    }
    if (envelope.methodIs(bytes, CALL)) {
      return StubAnswer.CALL;
    }
    if (envelope.methodIs(bytes, INITIALIZE)) {
      return StubAnswer.INITIALIZE;
    }
    if (envelope.methodIs(bytes, LIST)) {
      return StubAnswer.TOOLS;
    }
    return envelope.methodIs(bytes, PING) ? StubAnswer.PONG : StubAnswer.UNKNOWN_METHOD;
  }

  private void send() throws IOException {
    out.flip();
    channel.write(out);
    if (out.hasRemaining()) {
      throw new IOException("the client does not read its answers");
    }
    out.clear();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
