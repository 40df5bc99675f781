package io.leasegate.config;

/**
 * A value that its record refuses. The loader turns it into a {@link ConfigProblem} with a place.
 */
public final class ConfigValueException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private final String key;

  /**
   * A refusal.
   *
   * @param key the key path inside the record, such as {@code agent.host}; empty for the whole
   * @param message what is wrong and what is allowed, in one line
   */
  public ConfigValueException(String key, String message) {
    super(message);
    this.key = key;
  }

  /** The key path inside the record; empty for the whole. */
  public String key() {
    return key;
  }

  /** Refuses unless the condition holds. */
  static void require(boolean holds, String key, String message) {
    if (!holds) {
      throw new ConfigValueException(key, message);
    }
  }
}
