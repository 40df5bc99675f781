package io.leasegate.sim;

/**
 * Where the answers to one message go. The simulated upstream calls it on the thread that handed it
 * the message, or later on a Vert.x thread; never twice at the same time for one call.
 */
public interface SimPeer {

  /** Takes one JSON-RPC message, UTF-8 without a line break. A peer that is gone ignores it. */
  void send(byte[] message);

  /** Takes a notification that comes before the response of the same call. */
  default void sendNotification(byte[] message) {
    send(message);
  }

  /** Cuts the connection, as a crashing server would: there will be no answer. */
  void disconnect();
}
