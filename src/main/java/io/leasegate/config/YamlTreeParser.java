package io.leasegate.config;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import io.leasegate.config.YamlNode.Entry;
import io.leasegate.config.YamlNode.Mapping;
import io.leasegate.config.YamlNode.Scalar;
import io.leasegate.config.YamlNode.Sequence;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/**
 * Text to tree. Takes the part of YAML that a configuration needs, and JSON: one document, no tags,
 * no anchors, no aliases, no key twice, {@value #MAX_DEPTH} levels. Booleans are {@code true} and
 * {@code false} only (YAML 1.2), so that {@code no} stays a word.
 */
final class YamlTreeParser {

  static final int MAX_DEPTH = 40;

  private static final YAMLFactory FACTORY = factory();

  private final YAMLParser parser;
  private final ProblemList problems;

  private YamlTreeParser(YAMLParser parser, ProblemList problems) {
    this.parser = parser;
    this.problems = problems;
  }

  /** The tree, or nothing and at least one problem. */
  static Optional<YamlNode> parse(String text, ProblemList problems) {
    int before = problems.size();
    try (YAMLParser parser = FACTORY.createParser(text)) {
      Optional<YamlNode> tree = new YamlTreeParser(parser, problems).document();
      return problems.size() == before ? tree : Optional.empty();
    } catch (RefusedException e) {
      problems.add(e.mark, e.keyPath, e.reason);
    } catch (JsonProcessingException e) {
      problems.add(mark(e), "", "not YAML: " + reason(e));
    } catch (IOException e) {
      throw new UncheckedIOException("a text in memory could not be read", e);
    }
    return Optional.empty();
  }

  private Optional<YamlNode> document() throws IOException, RefusedException {
    JsonToken first = parser.nextToken();
    if (first == null) {
      problems.add(new Mark(1, 1), "", "the file is empty");
      return Optional.empty();
    }
    YamlNode root = node(first, "", 1);
    if (parser.nextToken() != null) {
      throw refused("", "a second document; one file holds one document");
    }
    return Optional.of(root);
  }

  private YamlNode node(JsonToken token, String path, int depth)
      throws IOException, RefusedException {
    refuseReferences(path);
    if (depth > MAX_DEPTH) {
      throw refused(path, "nested deeper than " + MAX_DEPTH + " levels");
    }
    return switch (token) {
      case START_OBJECT -> mapping(path, depth);
      case START_ARRAY -> sequence(path, depth);
      default -> new Scalar(mark(), kind(token, parser.getText()), parser.getText());
    };
  }

  private Mapping mapping(String path, int depth) throws IOException, RefusedException {
    Mark start = mark();
    Map<String, Entry> entries = new LinkedHashMap<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String key = parser.currentName();
      String keyPath = KeyPath.join(path, key);
      Mark keyMark = mark();
      refuseReferences(keyPath);
      YamlNode value = node(parser.nextToken(), keyPath, depth + 1);
      Entry first = entries.putIfAbsent(key, new Entry(keyMark, value));
      if (first != null) {
        problems.add(
            keyMark, keyPath, "the same key again; it was set in line " + first.keyMark().line());
      }
    }
    return new Mapping(start, entries);
  }

  private Sequence sequence(String path, int depth) throws IOException, RefusedException {
    Mark start = mark();
    List<YamlNode> items = new ArrayList<>();
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      items.add(node(token, KeyPath.item(path, items.size()), depth + 1));
    }
    return new Sequence(start, items);
  }

  private void refuseReferences(String path) throws IOException, RefusedException {
    if (parser.isCurrentAlias() || parser.getObjectId() != null) {
      throw refused(path, "anchors (&) and aliases (*) are not accepted; quote a text with them");
    }
    if (parser.getTypeId() != null) {
      throw refused(path, "tags (!) are not accepted; quote a text that starts with one");
    }
  }

  private static ScalarKind kind(JsonToken token, String text) {
    return switch (token) {
      case VALUE_NULL -> ScalarKind.NULL;
      case VALUE_NUMBER_INT -> ScalarKind.INTEGER;
      case VALUE_NUMBER_FLOAT -> ScalarKind.DECIMAL;
      case VALUE_TRUE, VALUE_FALSE ->
          text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")
              ? ScalarKind.BOOLEAN
              : ScalarKind.TEXT;
      default -> ScalarKind.TEXT;
    };
  }

  private RefusedException refused(String path, String reason) {
    return new RefusedException(mark(), path, reason);
  }

  private Mark mark() {
    return mark(parser.currentTokenLocation());
  }

  private static Mark mark(JsonProcessingException e) {
    if (e.getCause() instanceof MarkedYAMLException marked && marked.getProblemMark() != null) {
      return new Mark(
          marked.getProblemMark().getLine() + 1, marked.getProblemMark().getColumn() + 1);
    }
    JsonLocation location = e.getLocation();
    return location == null ? Mark.NONE : mark(location);
  }

  private static Mark mark(JsonLocation location) {
    return new Mark(Math.max(location.getLineNr(), 0), Math.max(location.getColumnNr(), 0));
  }

  /** The parser's reason in one line, without the piece of the file it quotes: it may be secret. */
  private static String reason(JsonProcessingException e) {
    if (e.getCause() instanceof MarkedYAMLException marked && marked.getProblem() != null) {
      return marked.getProblem().lines().findFirst().orElse("");
    }
    if (e.getOriginalMessage().startsWith("Expected a field name")) {
      return "a key is not a plain text";
    }
    return e.getOriginalMessage().lines().findFirst().orElse("");
  }

  private static YAMLFactory factory() {
    LoaderOptions options = new LoaderOptions();
    options.setCodePointLimit(FileText.MAX_BYTES);
    return YAMLFactory.builder()
        .loaderOptions(options)
        .streamReadConstraints(StreamReadConstraints.defaults())
        .build();
  }

  private static final class RefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Mark mark;
    private final String keyPath;
    private final String reason;

    RefusedException(Mark mark, String keyPath, String reason) {
      super(reason);
      this.mark = mark;
      this.keyPath = keyPath;
      this.reason = reason;
    }
  }
}
