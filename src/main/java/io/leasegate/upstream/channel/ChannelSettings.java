package io.leasegate.upstream.channel;

import java.time.Duration;

/**
 * How a session over a channel is kept.
 *
 * @param name the upstream's name in the gateway
 * @param gatewayVersion what {@code clientInfo.version} says
 * @param maxResponse bytes of the longest answer, for what callers are told
 * @param maxPending calls that may wait for answers at once, at least 1
 * @param answerLimit how long {@code initialize} and a page of {@code tools/list} may take
 * @param steady a connection that lasted longer did not fail at once: the next pause is short again
 * @param closeGrace how long the other side may take to end by itself when it is closed
 */
public record ChannelSettings(
    String name,
    String gatewayVersion,
    long maxResponse,
    int maxPending,
    Duration answerLimit,
    Duration steady,
    Duration closeGrace) {

  private static final int MAX_PENDING = 10_000;

  public ChannelSettings {
    if (maxResponse < 1 || maxPending < 1) {
      throw new IllegalArgumentException("a bound under 1");
    }
  }

  /** The usual limits: 10,000 calls, 10 s for answers, 30 s for steady, 4 s to end. */
  public static ChannelSettings of(String name, String gatewayVersion, long maxResponse) {
    return new ChannelSettings(
        name,
        gatewayVersion,
        maxResponse,
        MAX_PENDING,
        Duration.ofSeconds(10),
        Duration.ofSeconds(30),
        Duration.ofSeconds(4));
  }

  /** The same with another bound of calls. */
  public ChannelSettings withMaxPending(int calls) {
    return new ChannelSettings(
        name, gatewayVersion, maxResponse, calls, answerLimit, steady, closeGrace);
  }

  /** The same with another time to end. */
  public ChannelSettings withCloseGrace(Duration grace) {
    return new ChannelSettings(
        name, gatewayVersion, maxResponse, maxPending, answerLimit, steady, grace);
  }
}
