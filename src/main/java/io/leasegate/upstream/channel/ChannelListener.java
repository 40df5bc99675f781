package io.leasegate.upstream.channel;

/** Hears what comes over a channel, on the loop that owns the channel. */
public interface ChannelListener {

  void onIncoming(Incoming incoming);

  /**
   * The channel has ended and nothing more comes. Called once, never from within {@link
   * ChannelFactory#open}.
   *
   * @param why continues "the upstream …"
   */
  void onEnd(String why);
}
