package io.leasegate.sim;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.vertx.core.Promise;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A peer inside the process that keeps what it is sent. */
final class CollectingPeer implements SimPeer {

  private final List<String> messages = new CopyOnWriteArrayList<>();
  private final Promise<Void> answered = Promise.promise();
  private volatile boolean cut;

  @Override
  public void send(byte[] message) {
    String text = new String(message, UTF_8);
    messages.add(text);
    if (text.contains("\"id\":")) {
      answered.tryComplete();
    }
  }

  @Override
  public void disconnect() {
    cut = true;
  }

  List<String> messages() {
    return List.copyOf(messages);
  }

  boolean isCut() {
    return cut;
  }

  /** Waits for the response and answers everything that came up to it. */
  List<String> untilAnswered() {
    SimSession.waitFor(answered.future());
    return messages();
  }
}
