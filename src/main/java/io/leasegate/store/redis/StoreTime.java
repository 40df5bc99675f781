package io.leasegate.store.redis;

import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Where scripts have the time from. Redis decides by its own clock: the include {@code time} reads
 * it, and no client can say otherwise. A test that moves time gives another text in place of that
 * include, and what this one needs as the last argument; so the scripts that are delivered have no
 * such door.
 *
 * @param texts the text of a script or include by its path
 * @param argument a last argument for every script
 */
record StoreTime(UnaryOperator<String> texts, Supplier<Optional<String>> argument) {

  /** The clock of Redis. */
  static final StoreTime REDIS = new StoreTime(ScriptTexts::resource, Optional::empty);
}
