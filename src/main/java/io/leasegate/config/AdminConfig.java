package io.leasegate.config;

import java.nio.file.Path;

/**
 * Where operators and probes connect.
 *
 * @param host an address or a name; IPv6 without brackets
 * @param port 0..65535; 0 takes any free port
 * @param tokenFile the bearer token of {@code /admin}; made when absent, else only read
 */
public record AdminConfig(String host, int port, Path tokenFile) {

  public AdminConfig {
    ListenerConfig.PORT.require("port", port);
  }
}
