package io.leasegate.config;

import static io.leasegate.config.ConfigValueException.require;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * One tool server behind the gateway.
 *
 * @param name {@code [a-z0-9]([a-z0-9_-]{0,30}[a-z0-9])?} without {@code __}
 * @param auth only with HTTP
 * @param expose globs over tool names; a tool outside is unknown
 * @param session per agent only with HTTP: one child process has one session
 * @param trustAnnotations whether the upstream's own {@code readOnlyHint} decides what is a read
 * @param prefix whether tools are listed as {@code <name>__<tool>}
 * @param tools by the upstream's own tool names
 * @param ca certificates, PEM, that an HTTPS upstream is checked against; only with HTTP
 * @param capabilities first match decides; a tool without needs {@code <name>:call:<tool>}
 * @param callTimeout instead of the gateway's
 * @param callTimeoutMax instead of the gateway's; not below {@code callTimeout}
 */
public record UpstreamConfig(
    String name,
    TransportConfig transport,
    Optional<UpstreamAuth> auth,
    List<String> expose,
    SessionMode session,
    boolean trustAnnotations,
    boolean prefix,
    Map<String, ToolConfig> tools,
    Optional<Path> ca,
    List<CapabilityMapping> capabilities,
    CircuitConfig circuit,
    Optional<Duration> callTimeout,
    Optional<Duration> callTimeoutMax) {

  private static final Pattern NAME = Pattern.compile("[a-z0-9]([a-z0-9_-]{0,30}[a-z0-9])?");

  public UpstreamConfig {
    expose = List.copyOf(expose);
    tools = Map.copyOf(tools);
    capabilities = List.copyOf(capabilities);
    require(
        isName(name),
        "name",
        "\"" + name + "\": expected " + NAME + " without __, at most 32 characters");
    boolean http = transport instanceof TransportConfig.Http;
    require(http || auth.isEmpty(), "auth", "only with transport.kind: http");
    require(http || ca.isEmpty(), "tls.ca", "only with transport.kind: http");
    require(
        http || session == SessionMode.SHARED,
        "session",
        "per_agent only with transport.kind: http; one process speaks in one session");
    CallTimeouts.require(callTimeout, callTimeoutMax);
    Set<String> aliases = new HashSet<>();
    tools.forEach(
        (tool, config) ->
            config
                .alias()
                .ifPresent(
                    alias ->
                        require(
                            aliases.add(alias),
                            "tools." + tool + ".alias",
                            "\"" + alias + "\" is the alias of another tool")));
  }

  /** Whether the text may name an upstream. */
  public static boolean isName(String text) {
    return NAME.matcher(text).matches() && !text.contains("__");
  }

  /** What the file says about a tool, or the defaults. */
  public ToolConfig tool(String toolName) {
    return tools.getOrDefault(toolName, ToolConfig.DEFAULT);
  }
}
