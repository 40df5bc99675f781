package io.leasegate.bench.load;

import java.util.stream.DoubleStream;

/** The median of a few values with the smallest and the largest of them. */
record Spread(double median, double least, double most) {

  /** Of at least one value. */
  static Spread of(DoubleStream values) {
    double[] sorted = values.sorted().toArray();
    int middle = sorted.length / 2;
    double median =
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    return new Spread(median, sorted[0], sorted[sorted.length - 1]);
  }
}
