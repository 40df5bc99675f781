package io.leasegate.upstream;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.leasegate.jsonrpc.JsonObjects;
import io.leasegate.jsonrpc.Members;
import io.leasegate.jsonrpc.RpcMessage;
import java.util.Optional;
import java.util.Set;

/**
 * The initialize handshake as a client of an upstream (MCP 2025-03-26 to 2025-11-25, lifecycle).
 */
public final class ClientHandshake {

  /** The version that is asked for. */
  public static final String PREFERRED = "2025-11-25";

  private static final Set<String> KNOWN =
      Set.of("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25");

  private static final String PARAMS =
      "{\"protocolVersion\":\""
          + PREFERRED
          + "\",\"capabilities\":%s,\"clientInfo\":{\"name\":\"leasegate\",\"title\":\"LeaseGate\","
          + "\"version\":\"%s\"}}";

  private ClientHandshake() {}

  /**
   * What an upstream said of itself.
   *
   * @param protocolVersion the version that both now speak
   * @param instructions for the model, or the empty text
   * @param logging whether {@code logging/setLevel} is served
   */
  public record ServerFacts(
      String protocolVersion, String instructions, boolean tools, boolean logging) {}

  /** {@code params} of {@code initialize}. */
  public static String initializeParams(String gatewayVersion, ClientCapabilities capabilities) {
    return PARAMS.formatted(capabilities.json(), gatewayVersion);
  }

  /** The notification that ends the handshake. */
  public static byte[] initialized() {
    return "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}".getBytes(UTF_8);
  }

  /** Reads the answer to {@code initialize}; nothing when no common version came out of it. */
  public static Optional<ServerFacts> read(RpcMessage answer) {
    Members result = answer.result();
    String version = answer.string(result, "protocolVersion");
    if (result == null || version == null || !KNOWN.contains(version)) {
      return Optional.empty();
    }
    byte[] bytes = answer.bytes();
    Optional<Members> capabilities = JsonObjects.members(bytes, result, "capabilities");
    String instructions = answer.string(result, "instructions");
    return Optional.of(
        new ServerFacts(
            version,
            instructions == null ? "" : instructions,
            capabilities.filter(c -> c.indexOf("tools") >= 0).isPresent(),
            capabilities.filter(c -> c.indexOf("logging") >= 0).isPresent()));
  }
}
