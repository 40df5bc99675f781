package io.leasegate.upstream.channel;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A duplex of whole JSON-RPC messages. Bound to the event loop of its owner, which is also where
 * its {@link ChannelListener} hears from it. No method blocks.
 */
public interface MessageChannel {

  /** A message that was taken. */
  interface Sending {

    /** For what cannot be taken back. */
    Sending GONE = () -> false;

    /**
     * Takes the message back. True when not one byte of it has left the gateway or ever will; then
     * so at every further call.
     */
    boolean withdraw();
  }

  /**
   * Takes a message to be sent.
   *
   * @param headers what goes with it where the transport has headers, lower-case names
   * @param sendBy the owner's time from which on it does not leave the queue any more, as if it had
   *     been taken back; Long.MAX_VALUE for never
   * @return null when the channel has ended or its queue is full: the message is not sent
   */
  @Nullable Sending send(Buffer message, Map<String, String> headers, long sendBy);

  /** Takes a message that is never too late. */
  default @Nullable Sending send(Buffer message) {
    return send(message, Map.of(), Long.MAX_VALUE);
  }

  /**
   * Ends the channel and what is behind it. May be called again.
   *
   * @param grace how long the other side may take to end by itself
   * @return succeeds when nothing is left of the other side
   */
  Future<Void> close(Duration grace);
}
