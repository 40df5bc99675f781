package io.leasegate.app.operator;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Rows under a heading, each column as wide as its widest text. */
final class TextTable {

  private static final String GAP = "  ";

  private final List<List<String>> rows = new ArrayList<>();

  TextTable(String... heading) {
    rows.add(List.of(heading));
  }

  void add(String... cells) {
    List<String> row = new ArrayList<>();
    for (String cell : cells) {
      row.add(Cell.of(cell));
    }
    rows.add(row);
  }

  void print(PrintWriter out) {
    int[] widths = new int[rows.get(0).size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], width(row.get(i)));
      }
    }
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        line.append(row.get(i)).append(" ".repeat(widths[i] - width(row.get(i)))).append(GAP);
      }
      out.println(line.toString().stripTrailing());
    }
  }

  private static int width(String text) {
    return text.codePointCount(0, text.length());
  }
}
