package io.leasegate.config;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The keys below {@code server}. */
final class ServerSchema {

  private static final ValueType<String> HOST =
      ValueTypes.matching("a host name or address", Pattern.compile("[A-Za-z0-9._:-]{1,253}"));

  private final Path directory;
  private final Path dataDir;

  ServerSchema(Path directory, Path dataDir) {
    this.directory = directory;
    this.dataDir = dataDir;
  }

  Parsed<ServerConfig> read(Section s) {
    Parsed<ListenerConfig> agent = s.section("agent", ServerSchema::agent);
    Parsed<AdminConfig> admin = s.section("admin", this::admin);
    Parsed<AuthConfig> auth = s.section("auth", this::auth);
    Parsed<List<String>> origins = s.list("allowed_origins", ValueTypes.ORIGIN, List.of());
    Parsed<List<String>> hosts = s.list("allowed_hosts", HOST, List.of());
    Parsed<TlsConfig> tls = s.section("tls", this::tls);
    Parsed<SocketIo> io = s.value("io", ValueTypes.choice(SocketIo.class), "auto");
    Parsed<LimitsConfig> limits = s.section("limits", ServerSchema::limits);
    return s.build(
        () ->
            new ServerConfig(
                agent.get(),
                admin.get(),
                auth.get(),
                origins.get(),
                hosts.get(),
                tls.get(),
                io.get(),
                limits.get()));
  }

  private static Parsed<ListenerConfig> agent(Section s) {
    var host = s.value("host", HOST, "127.0.0.1");
    var port = s.value("port", ValueTypes.integer(ListenerConfig.PORT), "8787");
    var publicUrl = s.optional("public_url", ValueTypes.HTTP_URL);
    return s.build(() -> new ListenerConfig(host.get(), port.get(), publicUrl.get()));
  }

  private Parsed<AdminConfig> admin(Section s) {
    var host = s.value("host", HOST, "127.0.0.1");
    var port = s.value("port", ValueTypes.integer(ListenerConfig.PORT), "9787");
    var tokenFile = s.value("token_file", ValueTypes.path(dataDir), "admin-token");
    return s.build(() -> new AdminConfig(host.get(), port.get(), tokenFile.get()));
  }

  private Parsed<AuthConfig> auth(Section s) {
    Map<String, Schema<AuthConfig>> modes = new LinkedHashMap<>();
    modes.put("none", none -> none.build(AuthConfig.None::new));
    modes.put("api-key", this::apiKey);
    modes.put("jwt", this::jwt);
    return s.variant("mode", "none", modes);
  }

  private Parsed<AuthConfig> apiKey(Section s) {
    var keysFile = s.required("keys_file", ValueTypes.path(directory));
    return s.build(() -> new AuthConfig.ApiKey(keysFile.get()));
  }

  private Parsed<AuthConfig> jwt(Section s) {
    var issuer = s.required("issuer", ValueTypes.TEXT);
    var audience = s.required("audience", ValueTypes.TEXT);
    var jwksFile = s.optional("jwks_file", ValueTypes.path(directory));
    var jwksUrl = s.optional("jwks_url", ValueTypes.HTTP_URL);
    Parsed<AuthConfig.JwtClaims> claims = s.section("claims", ServerSchema::claims);
    return s.build(
        () ->
            new AuthConfig.Jwt(
                issuer.get(), audience.get(), jwksFile.get(), jwksUrl.get(), claims.get()));
  }

  private static Parsed<AuthConfig.JwtClaims> claims(Section s) {
    var workspace = s.value("workspace", ValueTypes.TEXT, "workspace");
    var agent = s.value("agent", ValueTypes.TEXT, "agent");
    var roles = s.value("roles", ValueTypes.TEXT, "roles");
    return s.build(() -> new AuthConfig.JwtClaims(workspace.get(), agent.get(), roles.get()));
  }

  private Parsed<TlsConfig> tls(Section s) {
    Parsed<Optional<TlsConfig.Certificate>> agent =
        s.optionalSection("agent", each -> certificate(each, true));
    Parsed<Optional<TlsConfig.Certificate>> admin =
        s.optionalSection("admin", each -> certificate(each, false));
    return s.build(() -> new TlsConfig(agent.get(), admin.get()));
  }

  private Parsed<TlsConfig.Certificate> certificate(Section s, boolean clients) {
    ValueType<Path> path = ValueTypes.path(directory);
    var cert = s.required("cert", path);
    var key = s.required("key", path);
    Parsed<Optional<Path>> clientCa =
        clients ? s.optional("client_ca", path) : Parsed.of(Optional.empty());
    return s.build(() -> new TlsConfig.Certificate(cert.get(), key.get(), clientCa.get()));
  }

  private static Parsed<LimitsConfig> limits(Section s) {
    var maxBody = s.value("max_body", ValueTypes.size(LimitsConfig.MESSAGE), "4MiB");
    var maxResponse = s.value("max_response", ValueTypes.size(LimitsConfig.MESSAGE), "16MiB");
    var depth = s.value("max_json_depth", ValueTypes.integer(LimitsConfig.JSON_DEPTH), "64");
    var timeout = s.value("call_timeout", ValueTypes.duration(LimitsConfig.CALL_TIMEOUT), "50s");
    var timeoutMax =
        s.value("call_timeout_max", ValueTypes.duration(LimitsConfig.CALL_TIMEOUT_MAX), "30m");
    var inFlight = s.value("max_in_flight", ValueTypes.integer(LimitsConfig.COUNT), "20000");
    var sessions = s.value("max_sessions", ValueTypes.integer(LimitsConfig.COUNT), "10000");
    var drain = s.value("drain", ValueTypes.duration(LimitsConfig.DRAIN), "30s");
    return s.build(
        () ->
            new LimitsConfig(
                maxBody.get(),
                maxResponse.get(),
                depth.get(),
                timeout.get(),
                timeoutMax.get(),
                inFlight.get(),
                sessions.get(),
                drain.get()));
  }
}
