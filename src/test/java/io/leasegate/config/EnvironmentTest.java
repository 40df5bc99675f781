package io.leasegate.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnvironmentTest {

  private static final String TOKEN =
      "upstreams: [ { name: a, transport: { kind: http, url: \"http://h\" }, auth: { type: bearer,"
          + " token: \"%s\" } } ]";

  @TempDir Path dir;
  ConfigFixture files;

  @BeforeEach
  void fixture() {
    files = new ConfigFixture(dir);
  }

  @Test
  void aVariableOverridesTheFileAndTheDefault() {
    GatewayConfig config =
        files.loaded(
            "server: { agent: { port: 1 } }",
            Map.of(
                "LEASEGATE_SERVER_AGENT_PORT", "2",
                "LEASEGATE_SERVER_LIMITS_MAX_IN_FLIGHT", "3",
                "LEASEGATE_STORE_KIND", "file",
                "LEASEGATE_NOTICES_STRUCTURED", "false",
                "LEASEGATE_NOTICES_THRESHOLD", "0.5",
                "LEASEGATE_DATA_DIR", "/var/lib/leasegate"));

    assertThat(config.server().agent().port()).isEqualTo(2);
    assertThat(config.server().limits().maxInFlight()).isEqualTo(3);
    assertThat(config.notices()).isEqualTo(new NoticesConfig(0.5, false));
    assertThat(config.store())
        .isEqualTo(new StoreConfig.FileStore(Path.of("/var/lib/leasegate/store")));
    assertThat(config.server().admin().tokenFile())
        .isEqualTo(Path.of("/var/lib/leasegate/admin-token"));
  }

  @Test
  void aVariableMakesASectionThatTheFileLeavesOut() {
    GatewayConfig config =
        files.loaded("{}", Map.of("LEASEGATE_LEASES_PROOFS_FORGE_URL", "http://forge"));

    assertThat(config.leases().proofs().forge()).isPresent();
  }

  @Test
  void aRelativePathOfAVariableStartsWhereTheProcessRuns() {
    GatewayConfig config = files.loaded("{}", Map.of("LEASEGATE_POLICY_FILE", "p.yaml"));

    assertThat(config.policyFile()).isEqualTo(Path.of("p.yaml").toAbsolutePath());
  }

  @Test
  void aBadValueNamesTheVariableAndNotTheValue() {
    assertThat(files.problems("{}", Map.of("LEASEGATE_SERVER_AGENT_PORT", "abc")))
        .containsExactly(
            "LEASEGATE_SERVER_AGENT_PORT server.agent.port: expected an integer 0..65535");
  }

  @Test
  void otherVariablesAndEmptyOnesChangeNothing() {
    GatewayConfig config =
        files.loaded(
            "{}",
            Map.of(
                "LEASEGATE_REDIS_SERVER", "/usr/bin/redis-server",
                "LEASEGATE_JAVA_OPTS", "-Xmx1g",
                "LEASEGATE_SERVER", "x",
                "LEASEGATE_SERVER_AGENT_PORT", ""));

    assertThat(config).isEqualTo(files.loaded("{}"));
  }

  @Test
  void noTwoKeysShareAVariable() {
    List<String> variables =
        ConfigLoader.keys().stream()
            .map(KeyDescription::variable)
            .flatMap(Optional::stream)
            .toList();

    assertThat(variables).doesNotHaveDuplicates().contains("LEASEGATE_DATA_DIR");
  }

  @Test
  void placeholdersAreFilledIn() {
    files.write("secret", "from-file\n");
    LoadResult result =
        files.load(TOKEN.formatted("${env:A}-${file:secret}-$${x}"), Map.of("A", "from-env"));

    LoadResult.Loaded loaded = ConfigFixture.loaded(result);
    assertThat(loaded.config().upstreams().get(0).auth())
        .contains(new UpstreamAuth.Bearer(new Secret("from-env-from-file-${x}")));
    assertThat(loaded.watched())
        .containsExactly(dir.resolve("leasegate.yaml"), dir.resolve("secret"));
  }

  @Test
  void whatAPlaceholderBringsIsTakenAsItIs() {
    GatewayConfig config =
        files.loaded(
            "{ server: { agent: { port: \"${env:PORT}\" } }, management_tools: [\"${env:T}\"] }",
            Map.of("PORT", "99", "T", "${env:PORT}"));

    assertThat(config.server().agent().port()).isEqualTo(99);
    assertThat(config.managementTools()).containsExactly("${env:PORT}");
  }

  @Test
  void aPlaceholderThatNamesNothingIsAProblem() {
    assertThat(files.problems(TOKEN.formatted("${env:NOPE}")))
        .containsExactly(
            "leasegate.yaml:1:91 upstreams[0].auth.token: the environment variable NOPE is not"
                + " set");
    assertThat(files.problems(TOKEN.formatted("${file:nope}")))
        .containsExactly(
            "leasegate.yaml:1:91 upstreams[0].auth.token: the file nope does not exist");
    assertThat(files.problems(TOKEN.formatted("${evn:X}")))
        .containsExactly(
            "leasegate.yaml:1:91 upstreams[0].auth.token: expected ${env:NAME} or ${file:path};"
                + " $${ stands for a literal ${");
    assertThat(files.problems(TOKEN.formatted("${env:X")))
        .singleElement()
        .asString()
        .contains("expected ${env:NAME}");
  }

  @Test
  void aMissingSecretFileIsWatchedSoThatItsComingIsSeen() {
    LoadResult result = files.load(TOKEN.formatted("${file:later}"), Map.of());

    assertThat(ConfigFixture.invalid(result).watched())
        .containsExactly(dir.resolve("leasegate.yaml"), dir.resolve("later"));
  }

  @Test
  void aBadValueFromAPlaceholderIsNotShown() {
    assertThat(files.problems("server: { agent: { port: \"${env:P}\" } }", Map.of("P", "hidden")))
        .containsExactly("leasegate.yaml:1:20 server.agent.port: expected an integer 0..65535");
  }
}
