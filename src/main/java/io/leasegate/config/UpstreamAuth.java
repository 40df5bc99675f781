package io.leasegate.config;

import static io.leasegate.config.ConfigValueException.require;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** The credential that the gateway shows to an upstream. */
public sealed interface UpstreamAuth {

  /** {@code Authorization: Bearer <token>}. */
  record Bearer(Secret token) implements UpstreamAuth {}

  /** A header of any other name; not one that the protocol itself uses. */
  record Header(String name, Secret value) implements UpstreamAuth {

    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}");
    private static final Set<String> RESERVED =
        Set.of(
            "accept",
            "connection",
            "content-length",
            "content-type",
            "expect",
            "host",
            "last-event-id",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade");

    public Header {
      require(TOKEN.matcher(name).matches(), "name", "expected the name of an HTTP header");
      String lower = name.toLowerCase(Locale.ROOT);
      require(
          !RESERVED.contains(lower)
              && !lower.startsWith("mcp-")
              && !lower.startsWith("x-leasegate-"),
          "name",
          "\"" + name + "\" is set by the gateway itself");
    }
  }
}
