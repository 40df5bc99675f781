package io.leasegate.k8s;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The manifests are what Kubernetes' API takes, and agree with each other. */
class ManifestsTest {

  private static final String BASE = "base";
  private static final String TRIAL = "overlays/redis-trial";
  private static final String SIDECAR = "overlays/sidecar";

  @ParameterizedTest
  @ValueSource(strings = {BASE, TRIAL, SIDECAR})
  void everyFieldIsOneThatTheApiKnows(String folder) {
    assertThat(Manifests.in(folder).objects()).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {BASE, TRIAL, SIDECAR})
  void everyFileIsTakenInOnce(String folder) {
    // Given
    JsonNode kustomization = Manifests.kustomization(folder);
    List<String> named = new ArrayList<>();
    kustomization.path("resources").forEach(file -> named.add(file.asText()));
    kustomization.path("patches").forEach(patch -> named.add(patch.path("path").asText()));
    named.remove("../../base");
    // Then
    assertThat(named)
        .containsExactlyInAnyOrderElementsOf(
            Manifests.files(folder).stream().map(file -> file.getFileName().toString()).toList());
  }

  @ParameterizedTest
  @ValueSource(strings = {BASE, SIDECAR})
  void whatIsAppliedTogetherAgrees(String folder) {
    assertThat(Disagreements.in(Manifests.in(folder))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {BASE, TRIAL, SIDECAR})
  void whatKustomizeMakesOfItAgrees(String folder) {
    // When
    Manifests rendered = Kustomize.rendered(folder);
    // Then
    assertThat(Disagreements.in(rendered)).isEmpty();
    assertThat(rendered.objects())
        .extracting(object -> object.getKind() + " " + object.getMetadata().getName())
        .doesNotHaveDuplicates();
  }

  @Test
  void theBaseHasWhatTheOperatorsPageSays() {
    assertThat(Manifests.in(BASE).objects())
        .extracting(HasMetadata::getKind)
        .containsExactlyInAnyOrder(
            "ConfigMap",
            "Deployment",
            "Service",
            "PodDisruptionBudget",
            "HorizontalPodAutoscaler",
            "NetworkPolicy");
  }

  @Test
  void theTrialRendersTheBaseWithoutASecretForRedis() {
    // When
    Deployment gateway =
        Kustomize.rendered(TRIAL).all(Deployment.class).stream().findFirst().orElseThrow();
    // Then
    assertThat(gateway.getSpec().getTemplate().getSpec().getContainers().get(0).getEnv().get(0))
        .satisfies(
            uri -> {
              assertThat(uri.getName()).isEqualTo("REDIS_URI");
              assertThat(uri.getValue()).isEqualTo("redis://redis-trial:6379/0");
              assertThat(uri.getValueFrom()).isNull();
            });
  }

  @ParameterizedTest
  @CsvSource({
    "deployment.yaml,replicas:,replicaz:",
    "deployment.yaml,failureThreshold:,failurThreshold:",
    "deployment.yaml,runAsNonRoot:,runAsNonRot:",
    "deployment.yaml,maxSkew:,skew:",
    "deployment.yaml,sizeLimit:,limit:",
    "service.yaml,sessionAffinity:,affinity:",
    "horizontalpodautoscaler.yaml,averageUtilization:,average:",
    "networkpolicy.yaml,egress:,egres:",
    "configmap.yaml,metadata:,meta:",
    "poddisruptionbudget.yaml,apiVersion: policy/v1,apiVersion: policy/v1beta1"
  })
  void aFieldThatTheApiDoesNotKnowIsRefused(String file, String from, String to)
      throws IOException {
    // Given
    String text = Files.readString(Manifests.ROOT.resolve(BASE).resolve(file));
    assertThat(text).contains(from);
    // Then
    assertThatThrownBy(() -> Manifests.parse(text.replaceFirst(from, to)))
        .isInstanceOf(AssertionError.class);
  }

  @ParameterizedTest
  @CsvSource({
    "service.yaml,'targetPort: agent','targetPort: other','no container has the port other'",
    "service.yaml,'component: gateway\n  #','component: other\n  #','selects 0 workloads'",
    "deployment.yaml,'port: admin','port: other','asks at no port'",
    "deployment.yaml,'name: leasegate\n        - name: admin-token','name: other\n        - name: admin-token','no ConfigMap other'",
    "deployment.yaml,'- name: data\n              mountPath','- name: dat\n              mountPath','which is no volume'",
    "deployment.yaml,'replicas: 2','replicas: 3','other replicas than'",
    "networkpolicy.yaml,'port: agent','port: other','lets in at other'",
    "horizontalpodautoscaler.yaml,'kind: Deployment','kind: StatefulSet','scales nothing'",
    "poddisruptionbudget.yaml,'component: gateway\n$','component: other\n','about no workload'"
  })
  void aNameThatIsNotThereIsFound(String file, String from, String to, String expected)
      throws IOException {
    // Given
    StringBuilder all = new StringBuilder();
    for (Path each : Manifests.files(BASE)) {
      String text = Files.readString(each);
      String changed = each.endsWith(file) ? text.replaceFirst(from, to) : text;
      assertThat(changed.equals(text)).isNotEqualTo(each.endsWith(file));
      all.append("---\n").append(changed);
    }
    // When
    List<String> found = Disagreements.in(Manifests.parse(all.toString()));
    // Then
    assertThat(found).anySatisfy(line -> assertThat(line).contains(expected));
  }
}
