package io.leasegate.downstream;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.leasegate.core.call.Identity;
import io.leasegate.jsonrpc.JsonStrings;
import io.leasegate.jsonrpc.Members;
import io.leasegate.jsonrpc.RpcError;
import io.leasegate.jsonrpc.RpcMessage;
import io.leasegate.jsonrpc.Scan;
import io.leasegate.loop.Loop;
import io.leasegate.upstream.Cancellation;
import io.leasegate.upstream.ClientCapabilities;
import io.leasegate.upstream.LogLevel;
import io.leasegate.upstream.catalogue.Catalogue;
import java.util.Base64;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The stateless era, MCP 2026-07-28, as far as it is served: discovery, listing and calling tools.
 * Everything that only this era has is here. Safe from every loop.
 */
final class ModernEra {

  static final String VERSION = "2026-07-28";

  private static final String META = "io.modelcontextprotocol/";
  private static final String SUPPORTED =
      "[\"" + VERSION + "\",\"2025-11-25\",\"2025-06-18\",\"2025-03-26\"]";
  private static final String BASE64_HEAD = "=?base64?";
  private static final String BASE64_TAIL = "?=";
  private static final List<String> NAMED = List.of("tools/call", "prompts/get");

  private final ToolCalls toolCalls;
  private final ToolLists toolLists;
  private final Supplier<Catalogue> catalogue;
  private final String gatewayVersion;

  ModernEra(
      ToolCalls toolCalls,
      ToolLists toolLists,
      Supplier<Catalogue> catalogue,
      String gatewayVersion) {
    this.toolLists = toolLists;
    this.toolCalls = toolCalls;
    this.catalogue = catalogue;
    this.gatewayVersion = gatewayVersion;
  }

  /** Whether a body with these headers is of this era. */
  static boolean serves(PostHeaders headers, Scan scan) {
    if (VERSION.equals(headers.protocolVersion())) {
      return true;
    }
    Members meta = scan instanceof Scan.One one ? one.message().meta() : null;
    return meta != null && meta.indexOf(META + "protocolVersion") >= 0;
  }

  /** Answers a POSTed body. */
  void post(Loop loop, Identity identity, PostHeaders headers, Scan scan, PostExchange exchange) {
    if (!(scan instanceof Scan.One one)) {
      exchange.finish(
          400, Answers.error(null, RpcError.invalidRequest("there are no batches in " + VERSION)));
      return;
    }
    RpcMessage message = one.message();
    if (message.kind() == RpcMessage.Kind.NOTIFICATION) {
      exchange.finish(202);
      return;
    }
    if (message.kind() != RpcMessage.Kind.REQUEST) {
      exchange.finish(
          400, Answers.error(null, RpcError.invalidRequest("clients do not POST responses")));
      return;
    }
    RpcError wrong = check(headers, message);
    if (wrong != null) {
      exchange.finish(400, Answers.error(message.idText(), wrong));
      return;
    }
    request(
        loop,
        new Client(
            identity,
            headers.door(),
            null,
            ClientCapabilities.NONE,
            logLevel(message),
            headers.traceparent()),
        message,
        exchange);
  }

  private void request(Loop loop, Client client, RpcMessage request, PostExchange exchange) {
    switch (request.method()) {
      case "server/discover" ->
          exchange.finish(200, Answers.result(request, discovery(client.door())));
      case "tools/list" ->
          exchange.finish(200, Answers.of(request, toolLists.page(client, request)));
      case "tools/call" -> {
        exchange.expectAnswer();
        Cancellation cancellation = toolCalls.call(loop, client, request, exchange);
        // in this era a closed stream is the cancellation
        exchange.onClientGone(cancellation::cancel);
      }
      default ->
          exchange.finish(
              404, Answers.error(request.idText(), RpcError.methodNotFound(request.method())));
    }
  }

  private static @Nullable RpcError check(PostHeaders headers, RpcMessage request) {
    Members meta = request.meta();
    String version = request.string(meta, META + "protocolVersion");
    if (version != null && !version.equals(VERSION)) {
      return new RpcError(
          RpcError.UNSUPPORTED_VERSION,
          "Unsupported protocol version",
          "{\"supported\":"
              + SUPPORTED
              + ",\"requested\":"
              + new String(JsonStrings.quote(version), UTF_8)
              + "}");
    }
    if (version != null && !version.equals(headers.protocolVersion())) {
      return mismatch("MCP-Protocol-Version");
    }
    if (!request.method().equals(headers.method())) {
      return mismatch("Mcp-Method");
    }
    if (version == null) {
      return RpcError.invalidParams("_meta must have " + META + "protocolVersion, a string");
    }
    int capabilities = meta == null ? -1 : meta.indexOf(META + "clientCapabilities");
    if (meta == null || capabilities < 0 || meta.kind(capabilities) != '{') {
      return RpcError.invalidParams("_meta must have " + META + "clientCapabilities, an object");
    }
    return nameMismatch(headers, request);
  }

  private static @Nullable RpcError nameMismatch(PostHeaders headers, RpcMessage request) {
    String member =
        NAMED.contains(request.method())
            ? "name"
            : request.method().equals("resources/read") ? "uri" : null;
    String said = member == null ? null : request.string(request.params(), member);
    return said != null && !said.equals(decoded(headers.name())) ? mismatch("Mcp-Name") : null;
  }

  private static RpcError mismatch(String header) {
    return RpcError.of(
        RpcError.HEADER_MISMATCH, "Header mismatch: " + header + " must say what the body says");
  }

  /** The value of a header that may be in base64, for names that no header can carry. */
  private static @Nullable String decoded(@Nullable String value) {
    if (value == null || !value.startsWith(BASE64_HEAD) || !value.endsWith(BASE64_TAIL)) {
      return value;
    }
    try {
      String inner =
          value.substring(
              BASE64_HEAD.length(),
              Math.max(BASE64_HEAD.length(), value.length() - BASE64_TAIL.length()));
      return new String(Base64.getDecoder().decode(inner), UTF_8);
    } catch (IllegalArgumentException e) {
      return null; // not base64: it says nothing
    }
  }

  private static @Nullable LogLevel logLevel(RpcMessage request) {
    String level = request.string(request.meta(), META + "logLevel");
    return level == null ? null : LogLevel.of(level).orElse(null);
  }

  private String discovery(@Nullable String door) {
    return "{\"resultType\":\"complete\",\"supportedVersions\":"
        + SUPPORTED
        + ",\"capabilities\":{\"tools\":{}},\"instructions\":"
        + new String(JsonStrings.quote(Instructions.of(catalogue.get(), door)), UTF_8)
        + ",\"ttlMs\":60000,\"cacheScope\":\"private\",\"_meta\":{\""
        + META
        + "serverInfo\":"
        + ServerInfo.json(gatewayVersion)
        + "}}";
  }
}
