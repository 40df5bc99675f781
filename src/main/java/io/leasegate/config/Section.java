package io.leasegate.config;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A mapping of the file, as a schema sees it. Each call names one key with its type; the keys named
 * are the keys allowed. A schema reads all keys first and makes its record last, in {@link #build}.
 *
 * <p>An absent key, or one set to null, takes its default.
 */
interface Section {

  /** A key with a default, written as it would be in the file. */
  <T> Parsed<T> value(String key, ValueType<T> type, String defaultText);

  <T> Parsed<T> required(String key, ValueType<T> type);

  <T> Parsed<Optional<T>> optional(String key, ValueType<T> type);

  /** A list of scalars. */
  <T> Parsed<List<T>> list(String key, ValueType<T> item, List<String> defaultTexts);

  /** A mapping with free names to scalars; empty when absent. */
  <T> Parsed<Map<String, T>> table(String key, ValueType<String> name, ValueType<T> value);

  /** A mapping that is read, with its defaults, also when it is absent. */
  <T> Parsed<T> section(String key, Schema<T> schema);

  /** A mapping that may be left out as a whole. */
  <T> Parsed<Optional<T>> optionalSection(String key, Schema<T> schema);

  /** A list of mappings; empty when absent. */
  <T> Parsed<List<T>> sections(String key, Schema<T> schema);

  /** A mapping with free names to mappings; empty when absent. */
  <T> Parsed<Map<String, T>> named(String key, ValueType<String> name, Schema.Named<T> schema);

  /**
   * A key whose value decides which other keys of this mapping there are.
   *
   * @param defaultText the case of an absent key; empty: the key is required
   */
  <T> Parsed<T> variant(String key, String defaultText, Map<String, Schema<T>> cases);

  /** Makes the record, unless a problem was found in this mapping or below. */
  <T> Parsed<T> build(Supplier<T> maker);
}
