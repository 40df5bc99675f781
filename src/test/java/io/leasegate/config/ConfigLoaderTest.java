package io.leasegate.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigLoaderTest {

  @TempDir Path dir;
  ConfigFixture files;

  @BeforeEach
  void fixture() {
    files = new ConfigFixture(dir);
  }

  @Test
  void anEmptyMappingTakesEveryDefault() {
    GatewayConfig config = files.loaded("{}");

    assertThat(config.server())
        .isEqualTo(
            new ServerConfig(
                new ListenerConfig("127.0.0.1", 8787, Optional.empty()),
                new AdminConfig("127.0.0.1", 9787, dir.resolve("data/admin-token")),
                new AuthConfig.None(),
                List.of(),
                List.of(),
                new TlsConfig(Optional.empty(), Optional.empty()),
                SocketIo.AUTO,
                new LimitsConfig(
                    4L << 20,
                    16L << 20,
                    64,
                    Duration.ofSeconds(50),
                    Duration.ofMinutes(30),
                    20_000,
                    10_000,
                    Duration.ofSeconds(30))));
    assertThat(config.store()).isEqualTo(new StoreConfig.Memory());
    assertThat(config.policyFile()).isEqualTo(dir.resolve("policy.yaml"));
    assertThat(config.dataDir()).isEqualTo(dir.resolve("data"));
    assertThat(config.managementTools()).containsExactly("scopegate_*");
    assertThat(config.upstreams()).isEmpty();
    assertThat(config.idempotency())
        .isEqualTo(new IdempotencyConfig(Duration.ofHours(24), 1L << 20, 100_000));
    assertThat(config.grants()).isEqualTo(new GrantsConfig(1000));
    assertThat(config.audit())
        .isEqualTo(new AuditConfig(Duration.ofDays(7), 1_000_000, Optional.empty()));
    assertThat(config.results())
        .isEqualTo(new ResultsConfig(64L << 10, Duration.ofHours(2), 64L << 20));
    assertThat(config.notices()).isEqualTo(new NoticesConfig(0.2, true));
    assertThat(config.leases().maxTotal()).isEqualTo(Duration.ofHours(4));
    assertThat(config.leases().classes()).isEqualTo(LeaseClass.SHIPPED);
    assertThat(config.leases().proofs())
        .isEqualTo(
            new ProofsConfig(
                new ProofsConfig.GitProofs(List.of(), Duration.ofSeconds(5)), Optional.empty()));
  }

  @Test
  void anUpstreamTakesItsDefaultsFromItsTransport() {
    GatewayConfig config =
        files.loaded(
            """
            upstreams:
              - { name: web, transport: { kind: http, url: "https://tools.example/mcp" } }
              - { name: files, transport: { kind: stdio, command: npx } }
              - { name: sim, transport: { kind: builtin } }
            """);

    assertThat(config.upstreams())
        .extracting(UpstreamConfig::session)
        .containsExactly(SessionMode.PER_AGENT, SessionMode.SHARED, SessionMode.SHARED);
    UpstreamConfig web = config.upstreams().get(0);
    assertThat(web)
        .isEqualTo(
            new UpstreamConfig(
                "web",
                new TransportConfig.Http(URI.create("https://tools.example/mcp")),
                Optional.empty(),
                List.of("*"),
                SessionMode.PER_AGENT,
                true,
                true,
                Map.of(),
                Optional.empty(),
                List.of(),
                new CircuitConfig(5, Duration.ofSeconds(30)),
                Optional.empty(),
                Optional.empty()));
    assertThat(web.tool("anything")).isEqualTo(ToolConfig.DEFAULT);
  }

  @Test
  void everyKeyOfAnUpstreamIsRead() {
    GatewayConfig config =
        files.loaded(
            """
            upstreams:
              - name: web
                transport: { kind: http, url: "http://127.0.0.1:9900/mcp" }
                auth: { type: header, name: X-Api-Key, value: s3cret }
                expose: ["read_*"]
                session: shared
                trust_annotations: false
                prefix: false
                tools:
                  create_issue: { side_effects: write, on_error: release, repeatable: true, alias: mk, call_timeout: 2m, call_timeout_max: 1h }
                tls: { ca: ca.pem }
                capabilities: [ { tool: create_issue, capability: "sim:write:{owner}/{repo}" } ]
                circuit: { failures: 2, open: 500ms }
                call_timeout: 10s
                call_timeout_max: 1m
              - name: files
                transport: { kind: stdio, command: npx, args: ["-y", ""], env: { TOKEN: t }, cwd: work }
            """);

    assertThat(config.upstreams())
        .containsExactly(
            new UpstreamConfig(
                "web",
                new TransportConfig.Http(URI.create("http://127.0.0.1:9900/mcp")),
                Optional.of(new UpstreamAuth.Header("X-Api-Key", new Secret("s3cret"))),
                List.of("read_*"),
                SessionMode.SHARED,
                false,
                false,
                Map.of(
                    "create_issue",
                    new ToolConfig(
                        Optional.of(SideEffects.WRITE),
                        OnError.RELEASE,
                        true,
                        Optional.of("mk"),
                        Optional.of(Duration.ofMinutes(2)),
                        Optional.of(Duration.ofHours(1)))),
                Optional.of(dir.resolve("ca.pem")),
                List.of(new CapabilityMapping("create_issue", "sim:write:{owner}/{repo}")),
                new CircuitConfig(2, Duration.ofMillis(500)),
                Optional.of(Duration.ofSeconds(10)),
                Optional.of(Duration.ofMinutes(1))),
            new UpstreamConfig(
                "files",
                new TransportConfig.Stdio(
                    "npx",
                    List.of("-y", ""),
                    Map.of("TOKEN", "t"),
                    Optional.of(dir.resolve("work"))),
                Optional.empty(),
                List.of("*"),
                SessionMode.SHARED,
                true,
                true,
                Map.of(),
                Optional.empty(),
                List.of(),
                new CircuitConfig(5, Duration.ofSeconds(30)),
                Optional.empty(),
                Optional.empty()));
  }

  @Test
  void eachKindOfStoreIsRead() {
    assertThat(files.loaded("store: { kind: file, file: { path: kept } }").store())
        .isEqualTo(new StoreConfig.FileStore(dir.resolve("data/kept")));
    assertThat(files.loaded("store: { kind: redis }").store())
        .isEqualTo(
            new StoreConfig.Redis(
                URI.create("redis://127.0.0.1:6379/0"),
                new StoreConfig.Standalone(),
                Duration.ofMillis(500),
                Duration.ofSeconds(1),
                new StoreConfig.ReplicaWait(0, Duration.ofMillis(100))));
    assertThat(
            redisMode("mode: sentinel, master: main, nodes: [\"10.0.0.1:26379\", \"[::1]:26379\"]"))
        .isEqualTo(
            new StoreConfig.Sentinel(
                "main",
                List.of(new HostAndPort("10.0.0.1", 26379), new HostAndPort("::1", 26379))));
    assertThat(redisMode("mode: cluster, nodes: [\"redis-0.redis:6379\"]"))
        .isEqualTo(new StoreConfig.Cluster(List.of(new HostAndPort("redis-0.redis", 6379))));
  }

  @Test
  void replicasOfRedisAreWaitedForWhereTheyCanBe() {
    String wait = "wait: { replicas: 2, timeout: 50ms }";
    assertThat(
            ((StoreConfig.Redis)
                    files.loaded("store: { kind: redis, redis: { " + wait + " } }").store())
                .await())
        .isEqualTo(new StoreConfig.ReplicaWait(2, Duration.ofMillis(50)));
    assertThat(files.problems("store: { redis: { timeout: 50ms, " + wait + " } }"))
        .singleElement()
        .asString()
        .contains("store.redis.wait.timeout: must be shorter than store.redis.timeout");
    assertThat(
            files.problems(
                "store: { redis: { mode: cluster, nodes: [\"redis:6379\"], " + wait + " } }"))
        .singleElement()
        .asString()
        .contains("store.redis.wait: does not go with mode: cluster");
    assertThat(files.problems("store: { redis: { wait: { replicas: 11 } } }"))
        .singleElement()
        .asString()
        .contains("store.redis.wait.replicas: expected an integer 0..10");
  }

  private StoreConfig.RedisMode redisMode(String keys) {
    StoreConfig store = files.loaded("store: { kind: redis, redis: { " + keys + " } }").store();
    return ((StoreConfig.Redis) store).mode();
  }

  @Test
  void eachModeOfAuthenticationIsRead() {
    assertThat(auth("host: 0.0.0.0", "mode: api-key, keys_file: /run/keys.yaml"))
        .isEqualTo(new AuthConfig.ApiKey(Path.of("/run/keys.yaml")));
    assertThat(
            auth(
                "public_url: \"https://gate.example\"",
                "mode: jwt, issuer: \"https://id.example\", audience: gate, jwks_file: jwks.json,"
                    + " claims: { agent: sub }"))
        .isEqualTo(
            new AuthConfig.Jwt(
                "https://id.example",
                "gate",
                Optional.of(dir.resolve("jwks.json")),
                Optional.empty(),
                new AuthConfig.JwtClaims("workspace", "sub", "roles")));
  }

  private AuthConfig auth(String agent, String auth) {
    return files
        .loaded("server: { agent: { " + agent + " }, auth: { " + auth + " } }")
        .server()
        .auth();
  }

  @Test
  void aShippedLeaseClassKeepsWhatTheFileLeavesOut() {
    LeaseClass author =
        files
            .loaded("leases: { classes: { author_issue_work: { initial_ttl: 20m } } }")
            .leases()
            .classes()
            .get("author_issue_work");

    assertThat(author)
        .isEqualTo(
            new LeaseClass(
                Duration.ofMinutes(20),
                Optional.of(Duration.ofSeconds(60)),
                Duration.ofMinutes(5),
                Optional.of(Duration.ofHours(12)),
                Optional.of(Duration.ofMinutes(2)),
                true,
                Takeover.RECLAIM));
  }

  @Test
  void jsonTextIsYaml() {
    GatewayConfig config =
        files.loaded(
            """
            {
             "server": {"agent": {"host": "127.0.0.1", "port": 0}},
             "audit": {"file": null}
            }
            """);

    assertThat(config.server().agent().port()).isZero();
  }

  @Test
  void wordsThatOlderYamlTookForBooleansStayWords() {
    GatewayConfig config =
        files.loaded("upstreams: [ { name: no, transport: { kind: stdio, command: yes } } ]");

    assertThat(config.upstreams().get(0).name()).isEqualTo("no");
  }

  @Test
  void aMissingFileIsNamed() {
    LoadResult result = ConfigLoader.load(Path.of("nowhere/leasegate.yaml"), Map.of());

    assertThat(ConfigFixture.invalid(result).problems())
        .extracting(ConfigProblem::toString)
        .containsExactly("nowhere/leasegate.yaml: the file does not exist");
  }

  @Test
  void theGivenFileIsLookedForFirstThenTheWorkingDirectory() {
    Path inConf = files.write("conf/leasegate.yaml", "{}");

    assertThat(ConfigLoader.find(Optional.of(Path.of("x.yaml")), dir)).contains(Path.of("x.yaml"));
    assertThat(ConfigLoader.find(Optional.empty(), dir)).contains(inConf);
  }

  @Test
  void noSecretShowsInTheTextOfTheConfiguration() {
    GatewayConfig config =
        files.loaded(
            """
            store: { kind: redis, redis: { uri: "redis://u:hidden1@127.0.0.1:6379" } }
            upstreams:
              - { name: a, transport: { kind: http, url: "http://h/mcp" }, auth: { type: bearer, token: hidden2 } }
              - { name: b, transport: { kind: stdio, command: c, args: [--key=hidden3], env: { K: hidden4 } } }
            leases: { proofs: { forge: { url: "http://h", token: hidden5 } } }
            """);

    assertThat(config.toString()).doesNotContain("hidden").contains("***");
  }

  @Test
  void onlyUpstreamsTakeEffectWithoutARestart() {
    String secrets = "leases: { proofs: { forge: { url: \"http://f\", token: t } } }\n";
    GatewayConfig config = files.loaded(secrets);
    String upstream = "upstreams: [ { name: a, transport: { kind: builtin } } ]\n";

    assertThat(files.loaded(secrets).isSameBesideUpstreams(config)).isTrue();
    assertThat(files.loaded(secrets + upstream).isSameBesideUpstreams(config)).isTrue();
    for (String change :
        List.of(
            "server: { io: nio }",
            "store: { kind: redis }",
            "data_dir: elsewhere",
            "policy: { file: other.yaml }",
            "management_tools: []",
            "idempotency: { retention: 1h }",
            "grants: { max_live_per_agent: 3 }",
            "audit: { retention: 1d }",
            "results: { retention: 1h }",
            "notices: { threshold: 0.5 }")) {
      assertThat(files.loaded(secrets + change).isSameBesideUpstreams(config)).as(change).isFalse();
    }
  }
}
