package io.leasegate.bench.load;

import java.util.List;

/**
 * A ratio of requests per second within one run that a contestant is to reach.
 *
 * @param contestant whose rate is the numerator
 * @param against whose rate is the denominator
 * @param atLeast the ratio of medians over the rounds
 */
record Goal(String contestant, String against, double atLeast) {
  /** Those that this harness can measure. */
  static final List<Goal> ALL =
      List.of(
          // the first goals, and those that the design has
          new Goal("leasegate", "bare", 0.85),
          new Goal("leasegate", "bare", 0.95),
          new Goal("leasegate", "nginx", 0.65),
          new Goal("leasegate-write", "bare", 0.70),
          new Goal("leasegate-write", "bare", 0.80),
          new Goal("leasegate-redis-write", "bare", 0.40),
          new Goal("leasegate-redis-write", "bare", 0.50));

  /** What the run says about it. */
  record Outcome(Goal goal, Spread ratio) {
    boolean met() {
      return ratio.median() >= goal.atLeast();
    }

    String line() {
      return "%s : %s = %.2f (%.2f to %.2f), goal at least %.2f: %s"
          .formatted(
              goal.contestant(),
              goal.against(),
              ratio.median(),
              ratio.least(),
              ratio.most(),
              goal.atLeast(),
              met() ? "met" : "MISSED");
    }
  }
}
