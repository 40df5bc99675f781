package io.leasegate.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is in conf/ works, and so do its examples once they are taken in. */
class ShippedFilesTest {

  private static final Path CONF = Path.of("..", "conf");
  private static final PolicyLoader POLICY =
      new PolicyLoader(glob -> Optional.empty(), regex -> Optional.empty());

  @TempDir Path dir;

  @Test
  void theConfigurationStartsOfflineWithTheSimulatedUpstream() {
    GatewayConfig config =
        ConfigFixture.loaded(ConfigLoader.load(CONF.resolve("leasegate.yaml"), Map.of())).config();

    assertThat(config.upstreams())
        .singleElement()
        .extracting(UpstreamConfig::name, UpstreamConfig::transport)
        .containsExactly("sim", new TransportConfig.Builtin());
    assertThat(config.store()).isEqualTo(new StoreConfig.Memory());
    assertThat(config.policyFile()).exists();
    assertThat(config.server())
        .isEqualTo(
            ConfigFixture.loaded(ConfigLoader.load(CONF.resolve("leasegate.yaml"), Map.of()))
                .config()
                .server());
  }

  @Test
  void thePolicyGrantsReadsAndAsksForCreateIssue() {
    PolicyFile policy = loaded(CONF.resolve("policy.yaml"));

    assertThat(policy.agents()).containsOnlyKeys("*");
    assertThat(policy.agents().get("*"))
        .satisfies(
            agent ->
                assertThat(agent.capabilities())
                    .extracting(CapabilityRule::autoApprove)
                    .containsExactly(true, false));
  }

  @Test
  void theExamplesOfTheConfigurationLoad() throws IOException {
    String text = uncommented("leasegate.yaml").replaceFirst("(?m)^  auth: \\{ mode: none }$", "");
    GatewayConfig config = new ConfigFixture(dir).loaded(text);

    assertThat(config.upstreams())
        .extracting(UpstreamConfig::name)
        .containsExactly("sim", "tracker", "files");
    assertThat(config.server().auth()).isEqualTo(new AuthConfig.ApiKey(dir.resolve("keys.yaml")));
    assertThat(config.leases().proofs().forge()).isPresent();
  }

  @Test
  void theExamplesOfThePolicyLoad() throws IOException {
    PolicyFile policy =
        loaded(new ConfigFixture(dir).write("policy.yaml", uncommented("policy.yaml")));

    assertThat(policy.agents()).containsOnlyKeys("*", "release-bot");
    assertThat(policy.limits().deny()).hasSize(1);
  }

  private static PolicyFile loaded(Path file) {
    PolicyResult result = POLICY.load(file);
    assertThat(result).isInstanceOf(PolicyResult.Loaded.class);
    return ((PolicyResult.Loaded) result).policy();
  }

  /** The file with the examples taken in: lines that begin with "#" and two or more spaces. */
  private static String uncommented(String name) throws IOException {
    return Pattern.compile("^# (?=  )", Pattern.MULTILINE)
        .matcher(Files.readString(CONF.resolve(name)))
        .replaceAll("");
  }
}
