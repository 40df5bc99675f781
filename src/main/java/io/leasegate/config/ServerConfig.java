package io.leasegate.config;

import static io.leasegate.config.ConfigValueException.require;

import java.util.List;

/**
 * The listeners and what they accept.
 *
 * <p>Without authentication the agent listener must be on a loopback address; JWT needs the agent
 * listener's public URL.
 *
 * @param allowedOrigins browser origins beside loopback
 * @param allowedHosts {@code Host} names beside loopback
 */
public record ServerConfig(
    ListenerConfig agent,
    AdminConfig admin,
    AuthConfig auth,
    List<String> allowedOrigins,
    List<String> allowedHosts,
    TlsConfig tls,
    SocketIo io,
    LimitsConfig limits) {

  public ServerConfig {
    allowedOrigins = List.copyOf(allowedOrigins);
    allowedHosts = List.copyOf(allowedHosts);
    require(
        !(auth instanceof AuthConfig.None) || agent.isLoopback(),
        "agent.host",
        "\""
            + agent.host()
            + "\" is not a loopback address and server.auth.mode is none; allowed: 127.0.0.1, ::1,"
            + " localhost, or authentication by api-key or jwt");
    require(
        !(auth instanceof AuthConfig.Jwt) || agent.publicUrl().isPresent(),
        "agent.public_url",
        "is required with server.auth.mode: jwt; it names this resource in the metadata");
  }
}
