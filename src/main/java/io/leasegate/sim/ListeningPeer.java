package io.leasegate.sim;

import io.vertx.core.Context;

/** The stream that a client opened with GET. Any thread may send; the event loop writes. */
final class ListeningPeer implements SimPeer {

  private final Context loop;
  private final EventStream stream;

  ListeningPeer(Context loop, EventStream stream) {
    this.loop = loop;
    this.stream = stream;
  }

  /** Sends it, unless the client does not read: whoever missed one notification needs no second. */
  @Override
  public void send(byte[] message) {
    loop.runOnContext(
        now -> {
          if (!stream.isFull()) {
            stream.event(message);
          }
        });
  }

  @Override
  public void disconnect() {
    loop.runOnContext(now -> stream.end());
  }
}
