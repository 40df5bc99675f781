package io.leasegate.bench.load;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The table of a run, for a terminal and for Markdown. */
final class ResultTable {
  private static final List<String> HEADINGS =
      List.of(
          "contestant",
          "requests/s",
          "x bare",
          "CPU us/request",
          "x bare's CPU",
          "p50 ms",
          "p99 ms");

  private ResultTable() {}

  /** Aligned columns. */
  static String text(Findings findings) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEADINGS);
    rows.addAll(rows(findings));
    var text = new StringBuilder();
    for (List<String> row : rows) {
      for (int column = 0; column < row.size(); column++) {
        int width = width(rows, column);
        String format = column == 0 ? "%-" + width + "s" : "  %" + width + "s";
        text.append(String.format(format, row.get(column)));
      }
      text.append('\n');
    }
    return text.toString();
  }

  static String markdown(Findings findings) {
    var text = new StringBuilder();
    text.append("| ").append(String.join(" | ", HEADINGS)).append(" |\n");
    text.append("| --- ".repeat(HEADINGS.size())).append("|\n");
    for (List<String> row : rows(findings)) {
      text.append("| ").append(String.join(" | ", row)).append(" |\n");
    }
    return text.toString();
  }

  private static List<List<String>> rows(Findings findings) {
    return findings.contestants().stream().map(each -> row(findings, each)).toList();
  }

  private static List<String> row(Findings findings, String contestant) {
    return List.of(
        contestant,
        cell("%,.0f", findings.spread(contestant, Sample::requestsPerSecond), 1),
        toBare(findings, contestant, Sample::requestsPerSecond),
        // Without a proxy there is no proxy's CPU; the stub's own is in the JSON.
        contestant.equals("direct")
            ? "-"
            : cell("%.1f", findings.spread(contestant, Sample::cpuMicros), 1),
        contestant.equals("direct") ? "-" : toBare(findings, contestant, Sample::cpuMicros),
        cell("%.2f", findings.spread(contestant, Sample::p50Micros), 1000),
        cell("%.2f", findings.spread(contestant, Sample::p99Micros), 1000));
  }

  private static String toBare(
      Findings findings, String contestant, ToDoubleFunction<Sample> figure) {
    return findings
        .ratio(contestant, "bare", figure)
        .map(ratio -> cell("%.2f", ratio, 1))
        .orElse("-");
  }

  private static String cell(String format, Spread spread, double unit) {
    return String.format(format, spread.median() / unit)
        + " ("
        + String.format(format, spread.least() / unit)
        + "-"
        + String.format(format, spread.most() / unit)
        + ")";
  }

  private static int width(List<List<String>> rows, int column) {
    return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
  }
}
