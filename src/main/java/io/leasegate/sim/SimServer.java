package io.leasegate.sim;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The simulated upstream behind any transport: messages in, messages out. It keeps the rules of the
 * MCP revisions with an {@code initialize} handshake (2025-03-26 to 2025-11-25). May be used by
 * several threads at once; never blocks.
 */
public final class SimServer {

  /** Supported protocol versions, the newest first. */
  static final List<String> VERSIONS = List.of("2025-11-25", "2025-06-18", "2025-03-26");

  static final String SESSION_HEADER = "mcp-session-id";

  private static final byte[] EMPTY = "{}".getBytes(UTF_8);
  private static final byte[] TOOLS_CHANGED =
      MessageCodec.notification("notifications/tools/list_changed", "{}");

  private final SimOptions options;
  private final RunningCalls running;
  private final ToolRunner runner;
  private final Set<SimPeer> listeners = ConcurrentHashMap.newKeySet();
  private volatile ToolCatalogue catalogue;

  public SimServer(Vertx vertx, SimOptions options) {
    this.options = options;
    this.running = new RunningCalls(vertx);
    this.runner = new ToolRunner(options);
    this.catalogue = new ToolCatalogue(options.tools(), options.pageSize());
  }

  /**
   * Handles one message. The peer gets nothing, one response, or notifications and then a response;
   * at once or later.
   *
   * @param headers what came with the message, names in lower case; {@code mcp-session-id} keeps
   *     the request ids of several clients apart
   */
  public void handle(byte[] message, Map<String, String> headers, SimPeer peer) {
    handle(MessageReader.read(message), headers, peer);
  }

  void handle(SimMessage message, Map<String, String> headers, SimPeer peer) {
    if (message instanceof SimMessage.Request request) {
      answer(request, headers, peer);
    } else if (message instanceof SimMessage.Notification notification) {
      take(notification, headers);
    } else if (message instanceof SimMessage.Invalid invalid) {
      peer.send(MessageCodec.error(invalid.id(), invalid.code(), invalid.message()));
    }
  }

  /** Sets every counter back, and with them which calls the error rate hits. */
  public void reset() {
    runner.reset();
  }

  /** Sends this peer every {@code notifications/tools/list_changed} from now on. */
  public void listen(SimPeer peer) {
    listeners.add(peer);
  }

  /** Ends what {@link #listen} began. */
  public void unlisten(SimPeer peer) {
    listeners.remove(peer);
  }

  /**
   * Changes the number of further tools and tells the listeners.
   *
   * @param tools 0 to 10,000
   */
  public void changeTools(int tools) {
    catalogue = new ToolCatalogue(options.withTools(tools).tools(), options.pageSize());
    listeners.forEach(listener -> listener.sendNotification(TOOLS_CHANGED));
  }

  int runningCalls() {
    return running.size();
  }

  private void answer(SimMessage.Request request, Map<String, String> headers, SimPeer peer) {
    switch (request.method()) {
      case "initialize" -> peer.send(MessageCodec.result(request.id(), initialize(request)));
      case "ping" -> peer.send(MessageCodec.result(request.id(), EMPTY));
      case "tools/list" -> peer.send(list(request));
      case "tools/call" -> call(request, headers, peer);
      default ->
          peer.send(
              MessageCodec.error(
                  request.id(),
                  MessageCodec.METHOD_NOT_FOUND,
                  "Method not found: " + shortened(request.method())));
    }
  }

  private void take(SimMessage.Notification notification, Map<String, String> headers) {
    if (notification.method().equals("notifications/cancelled")) {
      running.cancel(session(headers), notification.params().path("requestId"));
    }
  }

  private static byte[] initialize(SimMessage.Request request) {
    ObjectNode result = MessageCodec.MAPPER.createObjectNode();
    result.put("protocolVersion", negotiated(request.params().path("protocolVersion").asText()));
    result.putObject("capabilities").putObject("tools").put("listChanged", true);
    String version = SimServer.class.getPackage().getImplementationVersion();
    result
        .putObject("serverInfo")
        .put("name", "leasegate-sim")
        .put("title", "LeaseGate simulated upstream")
        .put("version", version == null ? "0" : version);
    return MessageCodec.text(result).getBytes(UTF_8);
  }

  private static String negotiated(String asked) {
    if (asked.equals("2024-11-05")) {
      return "2025-03-26"; // the nearest that Streamable HTTP has
    }
    return VERSIONS.contains(asked) ? asked : VERSIONS.get(0);
  }

  private byte[] list(SimMessage.Request request) {
    byte[] page = catalogue.page(request.params().path("cursor"));
    return page == null
        ? MessageCodec.error(request.id(), MessageCodec.INVALID_PARAMS, "Unknown cursor")
        : MessageCodec.result(request.id(), page);
  }

  private void call(SimMessage.Request request, Map<String, String> headers, SimPeer peer) {
    JsonNode name = request.params().path("name");
    ToolDefinition tool = name.isTextual() ? catalogue.find(name.textValue()) : null;
    if (tool == null) {
      String message =
          name.isTextual() ? "Unknown tool: " + shortened(name.textValue()) : "name is missing";
      peer.send(MessageCodec.error(request.id(), MessageCodec.INVALID_PARAMS, message));
      return;
    }
    RunningCalls.Run run = running.begin(session(headers), request.idValue());
    if (run == null) {
      peer.send(MessageCodec.toolError(request.id(), "too many calls are running"));
      return;
    }
    runner.run(new ToolCall(tool, request, headers, run, peer));
  }

  private static String session(Map<String, String> headers) {
    return headers.getOrDefault(SESSION_HEADER, "");
  }

  private static String shortened(String text) {
    return text.length() <= 128 ? text : text.substring(0, 128) + "…";
  }
}
