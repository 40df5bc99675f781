package io.leasegate.store;

import java.util.List;
import java.util.Optional;

/**
 * A part of a list.
 *
 * @param next where the following part begins; empty at the end
 */
public record Page<T>(List<T> items, Optional<String> next) {

  public Page {
    items = List.copyOf(items);
  }
}
