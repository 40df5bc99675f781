package io.leasegate.core.policy;

/** The arguments of one call, as far as a policy looks into them. */
@FunctionalInterface
public interface ArgumentView {

  /** A call without arguments. */
  ArgumentView EMPTY = path -> ArgumentValue.Other.ABSENT;

  /**
   * The value at the path: names and array indexes with a dot between them, such as {@code
   * repo.owner} or {@code labels.0}.
   */
  ArgumentValue at(String path);
}
