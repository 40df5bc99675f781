package io.leasegate.app.demo;

import io.vertx.core.json.JsonObject;
import java.net.URI;

/** How one connects to a gateway: for usual MCP clients, and by hand. */
public final class ClientSetup {

  private static final String STATELESS = "2026-07-28";

  private ClientSetup() {}

  /** The entry that MCP clients take in their {@code mcpServers} configuration. */
  public static String json(URI mcp) {
    return new JsonObject()
        .put(
            "mcpServers",
            new JsonObject()
                .put("leasegate", new JsonObject().put("type", "http").put("url", mcp.toString())))
        .encodePrettily();
  }

  /** One call without a session, as a line for a shell. */
  public static String curl(URI mcp) {
    return "curl -s "
        + mcp
        + " -H 'Content-Type: application/json'"
        + (" -H 'MCP-Protocol-Version: " + STATELESS + "'")
        + " -H 'Mcp-Method: tools/call' -H 'Mcp-Name: sim__echo'"
        + (" -d '" + call() + "'");
  }

  private static String call() {
    String meta = "io.modelcontextprotocol/";
    JsonObject params =
        new JsonObject()
            .put("name", "sim__echo")
            .put("arguments", new JsonObject().put("text", "hello"))
            .put(
                "_meta",
                new JsonObject()
                    .put(meta + "protocolVersion", STATELESS)
                    .put(meta + "clientCapabilities", new JsonObject()));
    return new JsonObject()
        .put("jsonrpc", "2.0")
        .put("id", 1)
        .put("method", "tools/call")
        .put("params", params)
        .encode();
  }
}
