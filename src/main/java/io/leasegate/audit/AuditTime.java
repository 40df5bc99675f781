package io.leasegate.audit;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * Times in entries: {@code 2026-07-22T01:37:57.042Z}. Entries come in the order of their times, so
 * the second is mostly the one before. Not shared between threads.
 */
public final class AuditTime {

  private static final DateTimeFormatter SECOND =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.").withZone(ZoneOffset.UTC);

  private long second = Long.MIN_VALUE;
  private String text = "";

  /** The text for a time in ms since 1970. */
  public String text(long at) {
    long of = Math.floorDiv(at, 1_000L);
    if (of != second) {
      second = of;
      text = SECOND.format(Instant.ofEpochSecond(of));
    }
    int ms = (int) Math.floorMod(at, 1_000L);
    return text
        + (char) ('0' + ms / 100)
        + (char) ('0' + ms / 10 % 10)
        + (char) ('0' + ms % 10)
        + 'Z';
  }

  /** One text, for those that write few. */
  public static String of(long at) {
    return new AuditTime().text(at);
  }
}
