package io.leasegate.config;

import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Where agents connect.
 *
 * @param host an address or a name; IPv6 without brackets
 * @param port 0..65535; 0 takes any free port
 * @param publicUrl how clients outside reach this listener, without {@code /mcp}
 */
public record ListenerConfig(String host, int port, Optional<URI> publicUrl) {

  static final Range<Integer> PORT = Range.integers(0, 65535);

  private static final Pattern LOOPBACK_4 = Pattern.compile("127(\\.[0-9]{1,3}){3}");

  public ListenerConfig {
    PORT.require("port", port);
  }

  /** Whether only this machine can connect. A name other than localhost counts as not. */
  public boolean isLoopback() {
    String name = host.toLowerCase(Locale.ROOT);
    return name.equals("localhost")
        || name.equals("::1")
        || name.equals("0:0:0:0:0:0:0:1")
        || LOOPBACK_4.matcher(name).matches();
  }
}
