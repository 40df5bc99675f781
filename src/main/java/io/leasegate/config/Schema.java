package io.leasegate.config;

/** Says which keys a mapping has and makes its record. */
@FunctionalInterface
interface Schema<T> {

  Parsed<T> read(Section section);

  /** The schema of a mapping below a free name. */
  @FunctionalInterface
  interface Named<T> {
    Parsed<T> read(String name, Section section);
  }
}
