package io.leasegate.core.notice;

/**
 * The part of a whole below which there is a notice. Exact: the check is one comparison of whole
 * numbers, without rounding.
 *
 * @param partsPerMillion 1..999,999; 200,000 is 20 %
 */
public record NoticeThreshold(int partsPerMillion) {

  private static final int MILLION = 1_000_000;

  public NoticeThreshold {
    if (partsPerMillion < 1 || partsPerMillion >= MILLION) {
      throw new IllegalArgumentException("a threshold is above 0 and below 1");
    }
  }

  /** Of a fraction such as 0.2, taken at six decimals. */
  public static NoticeThreshold of(double fraction) {
    return new NoticeThreshold((int) Math.round(fraction * MILLION));
  }

  /**
   * The lowest remainder of the whole for which there is no notice yet: a notice is due exactly
   * while {@code remaining < dueBelow(whole)}. At the exact threshold none is due. Any unit.
   *
   * @param whole 0 or more
   */
  public long dueBelow(long whole) {
    // ceil(whole * parts / million), in two steps that cannot overflow.
    long millions = whole / MILLION;
    long rest = whole % MILLION;
    return millions * partsPerMillion + (rest * partsPerMillion + MILLION - 1) / MILLION;
  }
}
