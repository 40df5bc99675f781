package io.leasegate.core.call;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Who is calling: the pair that scopes every grant, lease, key and session.
 *
 * @param workspace {@code [A-Za-z0-9][A-Za-z0-9._@-]{0,127}}
 * @param agent the same form
 */
public record Identity(String workspace, String agent) {

  /** The name used for both halves when a request names none. */
  public static final String DEFAULT = "default";

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._@-]{0,127}");

  public Identity {
    if (!isName(workspace) || !isName(agent)) {
      throw new IllegalArgumentException("not an identity: " + workspace + " / " + agent);
    }
  }

  /** Whether the text may name an agent or a workspace. */
  public static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  /** The identity of these two names, or nothing when one has another form. */
  public static Optional<Identity> of(String workspace, String agent) {
    return isName(workspace) && isName(agent)
        ? Optional.of(new Identity(workspace, agent))
        : Optional.empty();
  }
}
