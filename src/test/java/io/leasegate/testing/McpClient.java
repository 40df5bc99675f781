package io.leasegate.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An agent that speaks to the gateway; each request has a connection of its own. */
public final class McpClient {

  private static final String MODERN_META =
      "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"io.modelcontextprotocol/clientCapabilities\":{}";

  private final int port;
  private final Map<String, String> headers = new LinkedHashMap<>();
  private String path = "/mcp";

  public McpClient(int port) {
    this.port = port;
    headers.put("Host", "127.0.0.1:" + port);
    headers.put("Content-Type", "application/json");
    headers.put("Accept", "application/json, text/event-stream");
  }

  public McpClient at(String otherPath) {
    path = otherPath;
    return this;
  }

  /** Sets a header of all further requests; null takes it away. */
  public McpClient header(String name, @Nullable String value) {
    if (value == null) {
      headers.remove(name);
    } else {
      headers.put(name, value);
    }
    return this;
  }

  public McpClient agent(String name) {
    return header("X-LeaseGate-Agent", name);
  }

  /** Opens a session of that version; further requests are in it. */
  public McpClient initialize(String version) {
    return initialize(version, "{}");
  }

  /** Opens a session whose client declares those capabilities. */
  public McpClient initialize(String version, String capabilities) {
    RawResponse answer =
        post(
            "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\""
                + version
                + "\",\"capabilities\":"
                + capabilities
                + ",\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}}");
    if (answer.status() != 200) {
      throw new AssertionError("initialize: " + answer.status() + " " + answer.text());
    }
    header("Mcp-Session-Id", answer.header("mcp-session-id"));
    return header("MCP-Protocol-Version", version);
  }

  public McpClient initialize() {
    return initialize("2025-11-25");
  }

  public String session() {
    return headers.getOrDefault("Mcp-Session-Id", "");
  }

  public RawResponse post(String body) {
    return post(body.getBytes(UTF_8));
  }

  public RawResponse post(byte[] body) {
    try (RawConnection connection = begin(body)) {
      return connection.read();
    }
  }

  public RawResponse send(String method) {
    try (RawConnection connection = RawConnection.to(port).send(head(method, 0))) {
      return connection.read();
    }
  }

  /** Sends a POST and does not wait for its answer. */
  public RawConnection begin(byte[] body) {
    return RawConnection.to(port).send(head("POST", body.length)).send(body);
  }

  public RawConnection begin(String body) {
    return begin(body.getBytes(UTF_8));
  }

  /** Opens the GET stream and reads its head. */
  public RawConnection stream() {
    RawConnection connection = RawConnection.to(port).send(head("GET", 0));
    RawConnection.Head head = connection.readHead();
    if (head.status() != 200) {
      throw new AssertionError("GET: " + head);
    }
    return connection;
  }

  /** The head of a request with a body of that length; 0 for none, -1 for chunks. */
  public String head(String method, int length) {
    StringBuilder head = new StringBuilder(method + " " + path + " HTTP/1.1\r\n");
    headers.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
    if (length > 0) {
      head.append("Content-Length: ").append(length).append("\r\n");
    } else if (length < 0) {
      head.append("Transfer-Encoding: chunked\r\n");
    }
    return head.append("\r\n").toString();
  }

  public RawResponse call(String tool, String arguments) {
    return post(callMessage("1", tool, arguments));
  }

  public static String callMessage(String id, String tool, String arguments) {
    return callMessage(id, tool, arguments, "{}");
  }

  public static String callMessage(String id, String tool, String arguments, String meta) {
    return "{\"jsonrpc\":\"2.0\",\"id\":"
        + id
        + ",\"method\":\"tools/call\",\"params\":{\"name\":"
        + Json.quote(tool)
        + ",\"arguments\":"
        + arguments
        + ",\"_meta\":"
        + meta
        + "}}";
  }

  public static String request(String id, String method) {
    return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":{}}";
  }

  /** What further requests carry. */
  public Map<String, String> headers() {
    return Map.copyOf(headers);
  }

  /** A client of the stateless era for the same gateway: calls carry headers and metadata. */
  public McpClient modern(String method, @Nullable String name) {
    McpClient client = new McpClient(port).at(path);
    client.headers.putAll(headers);
    return client
        .header("Mcp-Session-Id", null)
        .header("MCP-Protocol-Version", "2026-07-28")
        .header("Mcp-Method", method)
        .header("Mcp-Name", name);
  }

  /** A {@code tools/call} of the stateless era. */
  public static String modernCall(String id, String tool, String arguments) {
    return callMessage(id, tool, arguments, "{" + MODERN_META + "}");
  }

  public static String modernRequest(String id, String method) {
    return "{\"jsonrpc\":\"2.0\",\"id\":"
        + id
        + ",\"method\":\""
        + method
        + "\",\"params\":{\"_meta\":{"
        + MODERN_META
        + "}}}";
  }
}
