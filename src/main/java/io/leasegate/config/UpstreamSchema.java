package io.leasegate.config;

import io.leasegate.core.policy.CapabilityTemplate;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The keys of one item of {@code upstreams}. */
final class UpstreamSchema {

  private static final ValueType<String> ALIAS =
      ValueTypes.matching(
          "1 to 50 characters of A-Z a-z 0-9 _ -", Pattern.compile("[A-Za-z0-9_-]{1,50}"));
  private static final ValueType<String> VARIABLE =
      ValueTypes.matching("a variable's name", Pattern.compile("[A-Za-z_][A-Za-z0-9_]*"));
  private static final ValueType<String> CAPABILITY =
      ValueTypes.wellFormed(
          "a capability template such as sim:write:{owner}/{repo}", CapabilityTemplate::parse);

  private final ValueType<Path> path;

  UpstreamSchema(Path directory) {
    this.path = ValueTypes.path(directory);
  }

  Parsed<UpstreamConfig> read(Section s) {
    var name = s.required("name", ValueTypes.TEXT);
    Parsed<TransportConfig> transport = s.section("transport", this::transport);
    Parsed<Optional<UpstreamAuth>> auth = s.optionalSection("auth", UpstreamSchema::auth);
    var expose = s.list("expose", ValueTypes.NAME_GLOB, List.of("*"));
    var session = s.optional("session", ValueTypes.choice(SessionMode.class));
    var trust = s.value("trust_annotations", ValueTypes.BOOLEAN, "true");
    var prefix = s.value("prefix", ValueTypes.BOOLEAN, "true");
    Parsed<Map<String, ToolConfig>> tools =
        s.named("tools", ValueTypes.TEXT, (tool, each) -> tool(each));
    Parsed<Optional<Path>> ca = s.section("tls", tls -> tls.optional("ca", path));
    Parsed<List<CapabilityMapping>> capabilities =
        s.sections("capabilities", UpstreamSchema::capability);
    Parsed<CircuitConfig> circuit = s.section("circuit", UpstreamSchema::circuit);
    var timeout = s.optional("call_timeout", ValueTypes.duration(LimitsConfig.CALL_TIMEOUT));
    var timeoutMax =
        s.optional("call_timeout_max", ValueTypes.duration(LimitsConfig.CALL_TIMEOUT_MAX));
    return s.build(
        () ->
            new UpstreamConfig(
                name.get(),
                transport.get(),
                auth.get(),
                expose.get(),
                session.get().orElse(transport.get().defaultSession()),
                trust.get(),
                prefix.get(),
                tools.get(),
                ca.get(),
                capabilities.get(),
                circuit.get(),
                timeout.get(),
                timeoutMax.get()));
  }

  private Parsed<TransportConfig> transport(Section s) {
    Map<String, Schema<TransportConfig>> kinds = new LinkedHashMap<>();
    kinds.put("http", UpstreamSchema::http);
    kinds.put("stdio", this::stdio);
    kinds.put("builtin", each -> each.build(TransportConfig.Builtin::new));
    return s.variant("kind", "", kinds);
  }

  private static Parsed<TransportConfig> http(Section s) {
    var url = s.required("url", ValueTypes.HTTP_URL);
    return s.build(() -> new TransportConfig.Http(url.get()));
  }

  private Parsed<TransportConfig> stdio(Section s) {
    var command = s.required("command", ValueTypes.TEXT);
    var args = s.list("args", ValueTypes.ANY_TEXT, List.of());
    var env = s.table("env", VARIABLE, ValueTypes.ANY_TEXT);
    var cwd = s.optional("cwd", path);
    return s.build(
        () -> new TransportConfig.Stdio(command.get(), args.get(), env.get(), cwd.get()));
  }

  private static Parsed<UpstreamAuth> auth(Section s) {
    Map<String, Schema<UpstreamAuth>> types = new LinkedHashMap<>();
    types.put("bearer", UpstreamSchema::bearer);
    types.put("header", UpstreamSchema::header);
    return s.variant("type", "", types);
  }

  private static Parsed<UpstreamAuth> bearer(Section s) {
    var token = s.required("token", ValueTypes.SECRET);
    return s.build(() -> new UpstreamAuth.Bearer(token.get()));
  }

  private static Parsed<UpstreamAuth> header(Section s) {
    var name = s.required("name", ValueTypes.TEXT);
    var value = s.required("value", ValueTypes.SECRET);
    return s.build(() -> new UpstreamAuth.Header(name.get(), value.get()));
  }

  private static Parsed<ToolConfig> tool(Section s) {
    var sideEffects = s.optional("side_effects", ValueTypes.choice(SideEffects.class));
    var onError = s.value("on_error", ValueTypes.choice(OnError.class), "replay");
    var repeatable = s.value("repeatable", ValueTypes.BOOLEAN, "false");
    var alias = s.optional("alias", ALIAS);
    var timeout = s.optional("call_timeout", ValueTypes.duration(LimitsConfig.CALL_TIMEOUT));
    var timeoutMax =
        s.optional("call_timeout_max", ValueTypes.duration(LimitsConfig.CALL_TIMEOUT_MAX));
    return s.build(
        () ->
            new ToolConfig(
                sideEffects.get(),
                onError.get(),
                repeatable.get(),
                alias.get(),
                timeout.get(),
                timeoutMax.get()));
  }

  private static Parsed<CapabilityMapping> capability(Section s) {
    var tool = s.required("tool", ValueTypes.NAME_GLOB);
    var capability = s.required("capability", CAPABILITY);
    return s.build(() -> new CapabilityMapping(tool.get(), capability.get()));
  }

  private static Parsed<CircuitConfig> circuit(Section s) {
    var failures = s.value("failures", ValueTypes.integer(CircuitConfig.FAILURES), "5");
    var open = s.value("open", ValueTypes.duration(CircuitConfig.OPEN), "30s");
    return s.build(() -> new CircuitConfig(failures.get(), open.get()));
  }
}
