package io.leasegate.config;

import io.leasegate.config.YamlNode.Entry;
import io.leasegate.config.YamlNode.Mapping;
import io.leasegate.config.YamlNode.Sequence;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** A section over the file's tree. Bound to one reading; not thread-safe. */
final class NodeSection implements Section {

  private final ReadContext context;
  private final String path;
  private final Mark mark;
  private final Map<String, Entry> entries;

  /** Whether variables may override keys: not below lists and free names. */
  private final boolean overridable;

  private final int problemsBefore;
  private final Set<String> allowed = new LinkedHashSet<>();

  /** Keys of other cases of a variant, with the case they belong to. */
  private final Map<String, String> foreign = new LinkedHashMap<>();

  private NodeSection(
      ReadContext context,
      String path,
      Mark mark,
      Map<String, Entry> entries,
      boolean overridable) {
    this.context = context;
    this.path = path;
    this.mark = mark;
    this.entries = entries;
    this.overridable = overridable;
    this.problemsBefore = context.problems().size();
  }

  /** Reads a whole document. */
  static <T> Parsed<T> root(ReadContext context, YamlNode root, Schema<T> schema) {
    return read(context, "", new Entry(root.mark(), root), true, schema);
  }

  private static <T> Parsed<T> read(
      ReadContext context, String path, Entry entry, boolean overridable, Schema<T> schema) {
    if (!(entry.value() instanceof Mapping mapping)) {
      context
          .problems()
          .add(
              entry.keyMark(),
              path,
              "expected a mapping ({} for an empty one), found " + entry.value().noun());
      return Parsed.broken();
    }
    NodeSection section =
        new NodeSection(context, path, entry.keyMark(), mapping.entries(), overridable);
    return section.finish(schema.read(section));
  }

  @Override
  public <T> Parsed<T> value(String key, ValueType<T> type, String defaultText) {
    return find(key, type)
        .orElseGet(
            () ->
                context.parse(
                    new FoundScalar(
                        defaultText, ScalarKind.UNTYPED, context.problems().file(), mark, false),
                    type,
                    KeyPath.join(path, key)));
  }

  @Override
  public <T> Parsed<T> required(String key, ValueType<T> type) {
    return find(key, type).orElseGet(() -> missing(key, type.expected()));
  }

  @Override
  public <T> Parsed<Optional<T>> optional(String key, ValueType<T> type) {
    return find(key, type).map(NodeSection::present).orElseGet(() -> Parsed.of(Optional.empty()));
  }

  @Override
  public <T> Parsed<List<T>> list(String key, ValueType<T> item, List<String> defaultTexts) {
    String keyPath = KeyPath.join(path, key);
    Optional<Entry> entry = entry(key);
    if (entry.isEmpty()) {
      return Parsed.all(
          defaultTexts.stream()
              .map(text -> new FoundScalar(text, ScalarKind.UNTYPED, "", mark, false))
              .map(scalar -> context.parse(scalar, item, keyPath))
              .toList());
    }
    List<Parsed<T>> values = new ArrayList<>();
    for (Entry each : items(entry.get(), keyPath, item.expected())) {
      values.add(context.parse(each, item, KeyPath.item(keyPath, values.size())));
    }
    return Parsed.all(values);
  }

  @Override
  public <T> Parsed<Map<String, T>> table(String key, ValueType<String> name, ValueType<T> value) {
    return eachNamed(key, name, (each, entry, keyPath) -> context.parse(entry, value, keyPath));
  }

  @Override
  public <T> Parsed<T> section(String key, Schema<T> schema) {
    return read(
        context,
        KeyPath.join(path, key),
        entry(key).orElseGet(() -> new Entry(mark, new Mapping(mark, Map.of()))),
        overridable,
        schema);
  }

  @Override
  public <T> Parsed<Optional<T>> optionalSection(String key, Schema<T> schema) {
    boolean overridden = overridable && context.overridesBelow(KeyPath.join(path, key));
    return entry(key).isEmpty() && !overridden
        ? Parsed.of(Optional.empty())
        : present(section(key, schema));
  }

  @Override
  public <T> Parsed<List<T>> sections(String key, Schema<T> schema) {
    String keyPath = KeyPath.join(path, key);
    List<Parsed<T>> values = new ArrayList<>();
    for (Entry each : entry(key).map(e -> items(e, keyPath, "a mapping")).orElse(List.of())) {
      values.add(read(context, KeyPath.item(keyPath, values.size()), each, false, schema));
    }
    return Parsed.all(values);
  }

  @Override
  public <T> Parsed<Map<String, T>> named(
      String key, ValueType<String> name, Schema.Named<T> schema) {
    return eachNamed(
        key,
        name,
        (each, entry, keyPath) ->
            read(context, keyPath, entry, false, section -> schema.read(each, section)));
  }

  @Override
  public <T> Parsed<T> variant(String key, String defaultText, Map<String, Schema<T>> cases) {
    ValueType<String> type = ValueTypes.oneOf(cases.keySet());
    Parsed<String> chosen =
        defaultText.isEmpty() ? required(key, type) : value(key, type, defaultText);
    cases.forEach(
        (name, schema) ->
            DescribingSection.keys(schema).forEach(each -> foreign.put(each, key + ": " + name)));
    if (chosen.isBroken()) {
      allowed.addAll(foreign.keySet());
      return Parsed.broken();
    }
    return Objects.requireNonNull(cases.get(chosen.get())).read(this);
  }

  @Override
  public <T> Parsed<T> build(Supplier<T> maker) {
    if (hasProblems()) {
      return Parsed.broken();
    }
    try {
      return Parsed.of(maker.get());
    } catch (ConfigValueException e) {
      String message = e.getMessage() == null ? "is not allowed" : e.getMessage();
      context.problems().add(locate(e.key()), KeyPath.below(path, e.key()), message);
      return Parsed.broken();
    }
  }

  private <T> Parsed<T> finish(Parsed<T> made) {
    entries.forEach(
        (key, entry) -> {
          if (!allowed.contains(key)) {
            context.problems().add(entry.keyMark(), KeyPath.join(path, key), unknown(key));
          }
        });
    return hasProblems() ? Parsed.broken() : made;
  }

  private String unknown(String key) {
    String owner = foreign.get(key);
    if (owner != null) {
      return "only with " + owner + "; allowed here: " + String.join(", ", allowed);
    }
    return "unknown key; "
        + NearestName.of(key, allowed).map(name -> "did you mean " + name + "? ").orElse("")
        + "allowed: "
        + String.join(", ", allowed);
  }

  private boolean hasProblems() {
    return context.problems().size() > problemsBefore;
  }

  /** The entry of a key, which thereby is allowed; nothing when absent or null. */
  private Optional<Entry> entry(String key) {
    allowed.add(key);
    return Optional.ofNullable(entries.get(key)).filter(entry -> !YamlNode.isNull(entry.value()));
  }

  private <T> Optional<Parsed<T>> find(String key, ValueType<T> type) {
    String keyPath = KeyPath.join(path, key);
    Optional<Entry> entry = entry(key);
    Optional<FoundScalar> override = overridable ? context.override(keyPath) : Optional.empty();
    return override
        .map(scalar -> context.parse(scalar, type, keyPath))
        .or(() -> entry.map(found -> context.parse(found, type, keyPath)));
  }

  private List<Entry> items(Entry entry, String keyPath, String expected) {
    if (entry.value() instanceof Sequence sequence) {
      return sequence.items().stream().map(item -> new Entry(item.mark(), item)).toList();
    }
    context
        .problems()
        .add(
            entry.keyMark(),
            keyPath,
            "expected a list (each item " + expected + "), found " + entry.value().noun());
    return List.of();
  }

  private <T> Parsed<Map<String, T>> eachNamed(
      String key, ValueType<String> name, NamedReader<T> reader) {
    String keyPath = KeyPath.join(path, key);
    Optional<Entry> found = entry(key);
    if (found.isPresent() && !(found.get().value() instanceof Mapping)) {
      context
          .problems()
          .add(
              found.get().keyMark(),
              keyPath,
              "expected a mapping, found " + found.get().value().noun());
    }
    Map<String, T> values = new LinkedHashMap<>();
    if (found.isPresent() && found.get().value() instanceof Mapping mapping) {
      mapping
          .entries()
          .forEach(
              (each, entry) -> {
                String eachPath = KeyPath.join(keyPath, each);
                FoundScalar text =
                    new FoundScalar(
                        each, ScalarKind.TEXT, context.problems().file(), entry.keyMark(), false);
                Parsed<String> checkedName = context.parse(text, name, eachPath);
                Parsed<T> value = reader.read(each, entry, eachPath);
                if (!checkedName.isBroken() && !value.isBroken()) {
                  values.put(checkedName.get(), value.get());
                }
              });
    }
    return Parsed.of(Collections.unmodifiableMap(values));
  }

  private <T> Parsed<T> missing(String key, String expected) {
    context.problems().add(mark, KeyPath.join(path, key), "is required: expected " + expected);
    return Parsed.broken();
  }

  private static <T> Parsed<Optional<T>> present(Parsed<T> value) {
    return value.isBroken() ? Parsed.broken() : Parsed.of(Optional.of(value.get()));
  }

  /** The place of a key path below this section, or of the nearest key above it. */
  private Mark locate(String relative) {
    Mark found = mark;
    YamlNode node = new Mapping(mark, entries);
    for (String step : relative.split("[.\\[\\]]+", -1)) {
      if (node instanceof Mapping mapping && mapping.entries().containsKey(step)) {
        Entry entry = Objects.requireNonNull(mapping.entries().get(step));
        found = entry.keyMark();
        node = entry.value();
      } else if (node instanceof Sequence sequence && step.matches("[0-9]+")) {
        node = sequence.items().get(Integer.parseInt(step));
        found = node.mark();
      } else {
        return found;
      }
    }
    return found;
  }

  @FunctionalInterface
  private interface NamedReader<T> {
    Parsed<T> read(String name, Entry entry, String keyPath);
  }
}
