package io.leasegate.bench.load;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** What the samples of a run say, each figure as its median over the rounds with its spread. */
record Findings(List<Sample> samples) {

  /** The contestants in the order in which they ran first. */
  List<String> contestants() {
    return samples.stream().map(Sample::contestant).distinct().toList();
  }

  /** One figure of one contestant. */
  Spread spread(String contestant, ToDoubleFunction<Sample> figure) {
    return Spread.of(
        samples.stream().filter(s -> s.contestant().equals(contestant)).mapToDouble(figure));
  }

  /** Figure over figure, taken within each round; empty where one of the two did not run. */
  Optional<Spread> ratio(String contestant, String against, ToDoubleFunction<Sample> figure) {
    Map<Integer, Double> others = figures(against, figure);
    double[] ratios =
        figures(contestant, figure).entrySet().stream()
            .filter(own -> others.containsKey(own.getKey()))
            .mapToDouble(own -> own.getValue() / others.getOrDefault(own.getKey(), Double.NaN))
            .toArray();
    return ratios.length == 0 ? Optional.empty() : Optional.of(Spread.of(DoubleStream.of(ratios)));
  }

  /** The goals whose both contestants ran. */
  List<Goal.Outcome> goals() {
    return Goal.ALL.stream()
        .flatMap(
            goal ->
                ratio(goal.contestant(), goal.against(), Sample::requestsPerSecond).stream()
                    .map(ratio -> new Goal.Outcome(goal, ratio)))
        .toList();
  }

  private Map<Integer, Double> figures(String contestant, ToDoubleFunction<Sample> figure) {
    return samples.stream()
        .filter(s -> s.contestant().equals(contestant))
        .collect(Collectors.toMap(Sample::round, figure::applyAsDouble));
  }
}
