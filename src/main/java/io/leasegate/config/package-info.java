/**
 * The gateway's files as validated, immutable records: {@code leasegate.yaml} through {@link
 * io.leasegate.config.ConfigLoader}, {@code policy.yaml} through {@link
 * io.leasegate.config.PolicyLoader}.
 *
 * <p>A file becomes a tree of {@code YamlNode} with positions; a schema ({@code *Schema}) reads the
 * tree through a {@code Section}, naming each key once with its type, range and default; the same
 * schema, read through {@code DescribingSection}, lists the keys. Every problem found is reported,
 * with file, line, column, key path and what is allowed.
 */
@org.jspecify.annotations.NullMarked
package io.leasegate.config;
