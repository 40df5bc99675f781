package io.leasegate.config;

import java.util.List;
import java.util.Map;

/** A part of a YAML document, and where it stands. */
sealed interface YamlNode {

  Mark mark();

  /** What a person calls it. */
  String noun();

  /** A single value, as it was written. */
  record Scalar(Mark mark, ScalarKind kind, String text) implements YamlNode {
    @Override
    public String noun() {
      return kind.noun();
    }
  }

  record Sequence(Mark mark, List<YamlNode> items) implements YamlNode {
    @Override
    public String noun() {
      return "a list";
    }
  }

  /** Keys in the order of the file; none twice. */
  record Mapping(Mark mark, Map<String, Entry> entries) implements YamlNode {
    @Override
    public String noun() {
      return "a mapping";
    }
  }

  /** A key's place and its value. */
  record Entry(Mark keyMark, YamlNode value) {}

  static boolean isNull(YamlNode node) {
    return node instanceof Scalar scalar && scalar.kind() == ScalarKind.NULL;
  }
}
