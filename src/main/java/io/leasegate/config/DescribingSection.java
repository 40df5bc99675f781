package io.leasegate.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads nothing and notes every key that a schema names, in every case of its variants. */
final class DescribingSection implements Section {

  private final String path;
  private final boolean overridable;
  private final List<KeyDescription> keys;

  private DescribingSection(String path, boolean overridable, List<KeyDescription> keys) {
    this.path = path;
    this.overridable = overridable;
    this.keys = keys;
  }

  /** Every key of a schema, in its order. */
  static <T> List<KeyDescription> describe(Schema<T> schema) {
    List<KeyDescription> keys = new ArrayList<>();
    schema.read(new DescribingSection("", true, keys));
    return List.copyOf(keys);
  }

  /** The keys of a schema's first level. */
  static <T> List<String> keys(Schema<T> schema) {
    return describe(schema).stream()
        .map(key -> key.path().replaceAll("[.\\[].*", ""))
        .distinct()
        .toList();
  }

  @Override
  public <T> Parsed<T> value(String key, ValueType<T> type, String defaultText) {
    return note(key, type.expected(), Optional.of(defaultText), false, overridable);
  }

  @Override
  public <T> Parsed<T> required(String key, ValueType<T> type) {
    return note(key, type.expected(), Optional.empty(), true, overridable);
  }

  @Override
  public <T> Parsed<Optional<T>> optional(String key, ValueType<T> type) {
    return note(key, type.expected(), Optional.empty(), false, overridable);
  }

  @Override
  public <T> Parsed<List<T>> list(String key, ValueType<T> item, List<String> defaultTexts) {
    Optional<String> defaults = Optional.of("[" + String.join(", ", defaultTexts) + "]");
    return note(key, "a list; each item " + item.expected(), defaults, false, false);
  }

  @Override
  public <T> Parsed<Map<String, T>> table(String key, ValueType<String> name, ValueType<T> value) {
    String type = "a mapping of " + name.expected() + " to " + value.expected();
    return note(key, type, Optional.of("{}"), false, false);
  }

  @Override
  public <T> Parsed<T> section(String key, Schema<T> schema) {
    schema.read(below(key, overridable));
    return Parsed.broken();
  }

  @Override
  public <T> Parsed<Optional<T>> optionalSection(String key, Schema<T> schema) {
    schema.read(below(key, overridable));
    return Parsed.broken();
  }

  @Override
  public <T> Parsed<List<T>> sections(String key, Schema<T> schema) {
    schema.read(below(key + "[]", false));
    return Parsed.broken();
  }

  @Override
  public <T> Parsed<Map<String, T>> named(
      String key, ValueType<String> name, Schema.Named<T> schema) {
    schema.read("<name>", below(key + ".<name>", false));
    return Parsed.broken();
  }

  @Override
  public <T> Parsed<T> variant(String key, String defaultText, Map<String, Schema<T>> cases) {
    Optional<String> given = Optional.of(defaultText).filter(text -> !text.isEmpty());
    note(key, ValueTypes.alternatives(cases.keySet()), given, given.isEmpty(), overridable);
    cases.values().forEach(schema -> schema.read(this));
    return Parsed.broken();
  }

  @Override
  public <T> Parsed<T> build(Supplier<T> maker) {
    return Parsed.broken();
  }

  private DescribingSection below(String key, boolean mayOverride) {
    return new DescribingSection(path.isEmpty() ? key : path + "." + key, mayOverride, keys);
  }

  private <T> Parsed<T> note(
      String key, String type, Optional<String> defaultText, boolean required, boolean variable) {
    String keyPath = path.isEmpty() ? key : path + "." + key;
    if (keys.stream().anyMatch(known -> known.path().equals(keyPath))) {
      return Parsed.broken();
    }
    keys.add(
        new KeyDescription(
            keyPath,
            type,
            defaultText,
            required,
            variable ? Optional.of(KeyPath.variable(keyPath)) : Optional.empty()));
    return Parsed.broken();
  }
}
