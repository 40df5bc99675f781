package io.leasegate.core.capability;

/** What a glob is about. */
enum GlobDialect {

  /** Capabilities: three segments, which {@code *} and {@code ?} do not leave. */
  CAPABILITY,

  /** Names: a colon is a character like others, and {@code *} is any run of characters. */
  NAME
}
