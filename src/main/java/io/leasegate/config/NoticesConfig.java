package io.leasegate.config;

/**
 * When an agent is told that a grant or a lease ends soon.
 *
 * @param threshold the part of the window below which there is a notice, 0.01..0.99
 * @param structured whether an object {@code structuredContent} carries it too
 */
public record NoticesConfig(double threshold, boolean structured) {

  static final Range<Double> THRESHOLD = Range.decimals(0.01, 0.99);

  public NoticesConfig {
    THRESHOLD.require("threshold", threshold);
  }
}
