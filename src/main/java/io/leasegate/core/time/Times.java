package io.leasegate.core.time;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Times on the wire: ISO-8601, UTC, milliseconds. */
public final class Times {

  private static final DateTimeFormatter FORM =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  private Times() {}

  /**
   * @param millis since 1970
   */
  public static String text(long millis) {
    return FORM.format(Instant.ofEpochMilli(millis));
  }
}
