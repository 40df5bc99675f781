package io.leasegate.core.call;

import java.util.Optional;

/**
 * Who is calling: the pair that scopes every grant, lease, key and session.
 *
 * @param workspace {@code [A-Za-z0-9][A-Za-z0-9._@-]{0,127}}
 * @param agent the same form
 */
public record Identity(String workspace, String agent) {

  /** The name used for both halves when a request names none. */
  public static final String DEFAULT = "default";

  private static final int MAX_LENGTH = 128;

  public Identity {
    if (!isName(workspace) || !isName(agent)) {
      throw new IllegalArgumentException("not an identity: " + workspace + " / " + agent);
    }
  }

  /** Whether the text may name an agent or a workspace. */
  public static boolean isName(String text) {
    if (text.isEmpty() || text.length() > MAX_LENGTH || !isAlphanumeric(text.charAt(0))) {
      return false;
    }
    for (int i = 1; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!isAlphanumeric(c) && "._@-".indexOf(c) < 0) {
        return false;
      }
    }
    return true;
  }

  private static boolean isAlphanumeric(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  }

  /** The identity of these two names, or nothing when one has another form. */
  public static Optional<Identity> of(String workspace, String agent) {
    return isName(workspace) && isName(agent)
        ? Optional.of(new Identity(workspace, agent))
        : Optional.empty();
  }
}
