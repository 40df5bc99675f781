package io.leasegate.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.leasegate.config.AuthConfig;
import io.leasegate.config.ConfigLoader;
import io.leasegate.config.GatewayConfig;
import io.leasegate.config.LoadResult;
import io.leasegate.config.PolicyCompiler;
import io.leasegate.config.PolicyResult;
import io.leasegate.config.StoreConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pods suit the program: the files in the ConfigMap, and what they say of ports and places. */
class GatewayPodTest {

  private static final String BASE = "base";
  private static final String SIDECAR = "overlays/sidecar";
  private static final Path ETC = Path.of("/etc/leasegate");

  @TempDir Path dir;

  private static Workload workload(String folder) {
    return Workload.of(Manifests.in(folder)).get(0);
  }

  private static Container gateway(String folder) {
    return workload(folder).gateway().orElseThrow();
  }

  /** The configuration as the pod would load it. */
  private GatewayConfig config(String folder) throws IOException {
    ConfigMap map = Manifests.in(folder).all(ConfigMap.class).get(0);
    for (Map.Entry<String, String> file : map.getData().entrySet()) {
      Files.writeString(dir.resolve(file.getKey()), file.getValue());
    }
    Map<String, String> env = new HashMap<>();
    for (EnvVar variable : gateway(folder).getEnv()) {
      env.put(
          variable.getName(),
          variable.getValue() == null ? "redis://store.example:6379/0" : variable.getValue());
    }
    LoadResult result = ConfigLoader.load(dir.resolve("leasegate.yaml"), env);
    assertThat(result).isInstanceOf(LoadResult.Loaded.class);
    return ((LoadResult.Loaded) result).config();
  }

  @ParameterizedTest
  @ValueSource(strings = {BASE, SIDECAR})
  void theFilesInTheConfigMapAreGood(String folder) throws IOException {
    // When
    GatewayConfig config = config(folder);
    PolicyResult policy = PolicyCompiler.loader().load(config.policyFile());
    // Then
    assertThat(config.policyFile()).isEqualTo(dir.resolve("policy.yaml"));
    assertThat(policy).isInstanceOf(PolicyResult.Loaded.class);
    assertThat(((PolicyResult.Loaded) policy).policy().agents()).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {BASE, SIDECAR})
  void theProgramIsStartedWithTheMountedFile(String folder) {
    // Given
    Container container = gateway(folder);
    // Then
    assertThat(container.getArgs())
        .containsExactly("serve", "--config", ETC.resolve("leasegate.yaml").toString());
    assertThat(mounted(container, "config")).isEqualTo(ETC);
  }

  @ParameterizedTest
  @ValueSource(strings = {BASE, SIDECAR})
  void probesAskThePathsAndThePortOfTheAdminListener(String folder) throws IOException {
    // Given
    Container container = gateway(folder);
    // Then
    assertThat(Workload.probes(container))
        .hasSize(3)
        .allSatisfy(
            probe -> assertThat(probe.getHttpGet().getPort().getStrVal()).isEqualTo("admin"))
        .extracting(probe -> probe.getHttpGet().getPath())
        .containsExactly("/livez", "/livez", "/readyz");
    assertThat(config(folder).server().admin().port()).isEqualTo(Workload.port(container, "admin"));
    assertThat(config(folder).server().admin().host()).isEqualTo("0.0.0.0");
  }

  @Test
  void agentsOfOtherPodsNeedAKeyAndReachThePortOfTheService() throws IOException {
    // When
    GatewayConfig config = config(BASE);
    // Then
    assertThat(config.server().agent().port()).isEqualTo(Workload.port(gateway(BASE), "agent"));
    assertThat(config.server().agent().isLoopback()).isFalse();
    assertThat(config.server().auth())
        .isEqualTo(new AuthConfig.ApiKey(mounted(gateway(BASE), "keys").resolve("keys.yaml")));
    assertThat(config.store()).isInstanceOf(StoreConfig.Redis.class);
  }

  @Test
  void theSidecarIsForItsPodAlone() throws IOException {
    // When
    GatewayConfig config = config(SIDECAR);
    // Then
    assertThat(config.server().agent().host()).isEqualTo("127.0.0.1");
    assertThat(config.store()).isEqualTo(new StoreConfig.Memory());
    assertThat(Workload.port(gateway(SIDECAR), "agent")).isEqualTo(-1);
    assertThat(gateway(SIDECAR).getRestartPolicy()).isEqualTo("Always");
  }

  @Test
  void theAdminTokenComesOutOfASecret() throws IOException {
    assertThat(config(BASE).server().admin().tokenFile())
        .isEqualTo(mounted(gateway(BASE), "admin-token").resolve("token"));
  }

  @Test
  void theSecretsAreThoseThatTheOperatorsPageHasMade() throws IOException {
    // Given
    Set<String> secrets = new TreeSet<>();
    workload(BASE).pod().getVolumes().stream()
        .filter(volume -> volume.getSecret() != null)
        .forEach(volume -> secrets.add(volume.getSecret().getSecretName()));
    gateway(BASE).getEnv().stream()
        .filter(variable -> variable.getValueFrom() != null)
        .forEach(variable -> secrets.add(variable.getValueFrom().getSecretKeyRef().getName()));
    String page = Files.readString(Path.of("..", "docs", "operator.md"));
    // Then
    assertThat(secrets).containsExactly("leasegate-admin", "leasegate-keys", "leasegate-redis");
    assertThat(secrets)
        .allSatisfy(name -> assertThat(page).contains("create secret generic " + name + " "));
  }

  @ParameterizedTest
  @ValueSource(strings = {BASE, SIDECAR})
  void thereIsOneWritablePlaceAndItIsTheDataDirectory(String folder) throws IOException {
    // Given
    Container container = gateway(folder);
    List<VolumeMount> writable =
        container.getVolumeMounts().stream()
            .filter(mount -> !Boolean.TRUE.equals(mount.getReadOnly()))
            .toList();
    // Then
    assertThat(writable).singleElement().extracting(VolumeMount::getName).isEqualTo("data");
    assertThat(mounted(container, "data")).isEqualTo(config(folder).dataDir());
    assertThat(workload(folder).pod().getVolumes())
        .anySatisfy(
            volume -> {
              assertThat(volume.getName()).isEqualTo("data");
              assertThat(volume.getEmptyDir()).isNotNull();
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {BASE, SIDECAR})
  void itRunsWithoutPrivileges(String folder) {
    // Given
    SecurityContext security = gateway(folder).getSecurityContext();
    // Then
    assertThat(security.getReadOnlyRootFilesystem()).isTrue();
    assertThat(security.getAllowPrivilegeEscalation()).isFalse();
    assertThat(security.getCapabilities().getDrop()).containsExactly("ALL");
    assertThat(workload(folder).pod().getSecurityContext().getRunAsNonRoot()).isTrue();
    assertThat(workload(folder).pod().getSecurityContext().getRunAsUser()).isEqualTo(10001L);
    assertThat(workload(folder).pod().getAutomountServiceAccountToken()).isFalse();
    assertThat(workload(folder).pod().getEnableServiceLinks()).isFalse();
    assertThat(gateway(folder).getResources().getRequests()).containsKeys("cpu", "memory");
  }

  @ParameterizedTest
  @ValueSource(strings = {BASE, SIDECAR})
  void thereIsTimeToDrain(String folder) throws IOException {
    // Given
    var lifecycle = gateway(folder).getLifecycle();
    long before = lifecycle == null ? 0 : lifecycle.getPreStop().getSleep().getSeconds();
    // Then
    assertThat(workload(folder).pod().getTerminationGracePeriodSeconds())
        .isGreaterThan(before + config(folder).server().limits().drain().toSeconds() + 5);
  }

  @Test
  void theImageHasOneName() {
    assertThat(gateway(BASE).getImage()).isEqualTo(gateway(SIDECAR).getImage());
    for (String folder : List.of(BASE, SIDECAR)) {
      assertThat(Manifests.kustomization(folder).path("images"))
          .singleElement()
          .satisfies(
              image ->
                  assertThat(image.path("name").asText()).isEqualTo(gateway(folder).getImage()));
    }
  }

  private static Path mounted(Container container, String volume) {
    return container.getVolumeMounts().stream()
        .filter(mount -> mount.getName().equals(volume))
        .map(mount -> Path.of(mount.getMountPath()))
        .findFirst()
        .orElseThrow();
  }
}
