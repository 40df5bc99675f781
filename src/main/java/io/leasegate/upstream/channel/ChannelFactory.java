package io.leasegate.upstream.channel;

import io.vertx.core.Context;

/** Opens channels to one upstream. */
@FunctionalInterface
public interface ChannelFactory {

  /**
   * Opens a channel. Never throws for what the other side does: a channel that cannot be opened
   * ends.
   *
   * @param home the event loop that will own it, on which this is called
   */
  MessageChannel open(Context home, ChannelListener listener);
}
