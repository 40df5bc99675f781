package io.leasegate.config;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address of a Redis or Sentinel node.
 *
 * @param host a name or an address; IPv6 without brackets
 * @param port 1..65535
 */
public record HostAndPort(String host, int port) {

  private static final Pattern FORM =
      Pattern.compile("(?:\\[([0-9A-Fa-f:.]+)]|([A-Za-z0-9._-]+)):([0-9]{1,5})");
  private static final Range<Integer> PORT = Range.integers(1, 65535);

  public HostAndPort {
    PORT.require("port", port);
  }

  /**
   * Reads {@code host:port} or {@code [ipv6]:port}.
   *
   * @throws ConfigValueException when the text has another form
   */
  public static HostAndPort parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new ConfigValueException("", "expected host:port");
    }
    String host = matcher.group(1) != null ? matcher.group(1) : matcher.group(2);
    return new HostAndPort(host, Integer.parseInt(matcher.group(3)));
  }

  @Override
  public String toString() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}
