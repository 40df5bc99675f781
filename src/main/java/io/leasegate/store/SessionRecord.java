package io.leasegate.store;

import io.leasegate.core.call.Identity;
import java.util.Optional;

/**
 * A legacy MCP session: what every replica must know to serve it.
 *
 * @param id {@code Mcp-Session-Id}, visible ASCII, not guessable
 * @param identity who opened it; to anybody else it does not exist
 * @param protocolVersion the version that was agreed on
 * @param clientCapabilities JSON text of what the client can be asked for
 * @param logLevel what {@code logging/setLevel} asked for, in MCP's names
 */
public record SessionRecord(
    String id,
    Identity identity,
    String protocolVersion,
    String clientCapabilities,
    Optional<String> logLevel) {

  public SessionRecord withLogLevel(String level) {
    return new SessionRecord(id, identity, protocolVersion, clientCapabilities, Optional.of(level));
  }
}
