package io.leasegate.admin;

import java.util.List;

/**
 * Whether the process should get calls.
 *
 * @param ready 200 or 503
 * @param details what an operator should know, ready or not
 */
public record Readiness(boolean ready, List<String> details) {

  public Readiness {
    details = List.copyOf(details);
  }
}
