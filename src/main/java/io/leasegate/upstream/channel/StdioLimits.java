package io.leasegate.upstream.channel;

/**
 * Bounds of what is kept for a child process.
 *
 * @param maxLine bytes of the longest message that is read, at least 1
 * @param maxQueued messages that wait until the child reads them, at least 1
 * @param maxQueuedBytes bytes of the messages that wait, at least 1; a longer one is never taken
 */
public record StdioLimits(int maxLine, int maxQueued, long maxQueuedBytes) {

  private static final int QUEUED = 4_096;
  private static final long QUEUED_BYTES = 64L << 20;

  public StdioLimits {
    if (maxLine < 1 || maxQueued < 1 || maxQueuedBytes < 1) {
      throw new IllegalArgumentException("a bound under 1");
    }
  }

  /**
   * The usual bounds.
   *
   * @param maxResponse {@code limits.max_response} in bytes
   */
  public static StdioLimits of(long maxResponse) {
    int line = (int) Math.min(maxResponse, Integer.MAX_VALUE - 64);
    return new StdioLimits(line, QUEUED, QUEUED_BYTES);
  }
}
