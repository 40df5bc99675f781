package io.leasegate.config;

/** What a scalar looks like in the file. */
enum ScalarKind {
  TEXT("text"),
  INTEGER("the integer"),
  DECIMAL("the number"),
  BOOLEAN("the boolean"),
  NULL("nothing"),
  /** Came from the environment, from a placeholder or from a default: any type may be in it. */
  UNTYPED("the value");

  private final String noun;

  ScalarKind(String noun) {
    this.noun = noun;
  }

  String noun() {
    return noun;
  }
}
