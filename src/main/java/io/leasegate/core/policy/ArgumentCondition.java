package io.leasegate.core.policy;

/**
 * One line of a rule's {@code when}.
 *
 * @param path as {@link ArgumentView#at} takes it
 */
public record ArgumentCondition(String path, ArgumentTest test) {

  public boolean holds(ArgumentView arguments) {
    return test.passes(arguments.at(path));
  }

  /** For people, such as {@code "amount" must be a number up to 100}. */
  public String describe() {
    return '"' + path + "\" must be " + test.describe();
  }
}
