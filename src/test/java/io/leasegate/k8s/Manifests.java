package io.leasegate.k8s;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Kubernetes objects as their API has them: a field that the API does not know is refused. */
record Manifests(List<HasMetadata> objects) {

  static final Path ROOT = Path.of("..", "k8s");

  private static final Map<String, Class<? extends HasMetadata>> KINDS =
      Map.of(
          "v1/ConfigMap", ConfigMap.class,
          "v1/Secret", Secret.class,
          "v1/Service", Service.class,
          "apps/v1/Deployment", Deployment.class,
          "apps/v1/StatefulSet", StatefulSet.class,
          "autoscaling/v2/HorizontalPodAutoscaler", HorizontalPodAutoscaler.class,
          "networking.k8s.io/v1/NetworkPolicy", NetworkPolicy.class,
          "policy/v1/PodDisruptionBudget", PodDisruptionBudget.class);

  /** The model keeps what it does not know in a map; here that is an error instead. */
  private static final ObjectMapper STRICT =
      new ObjectMapper()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .setAnnotationIntrospector(
              new JacksonAnnotationIntrospector() {
                private static final long serialVersionUID = 1L;

                @Override
                public Boolean hasAnySetter(Annotated annotated) {
                  return false;
                }
              });

  private static final YAMLMapper YAML =
      YAMLMapper.builder().enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION).build();

  static Manifests parse(String yaml) {
    List<HasMetadata> objects = new ArrayList<>();
    try (MappingIterator<JsonNode> documents = YAML.readerFor(JsonNode.class).readValues(yaml)) {
      while (documents.hasNextValue()) {
        objects.add(object(documents.nextValue()));
      }
    } catch (IOException e) {
      throw new AssertionError(e.getMessage(), e);
    }
    return new Manifests(List.copyOf(objects));
  }

  private static HasMetadata object(JsonNode tree) {
    String kind = tree.path("apiVersion").asText() + "/" + tree.path("kind").asText();
    Class<? extends HasMetadata> type = KINDS.get(kind);
    if (type == null) {
      throw new AssertionError("no manifest here is of the kind " + kind);
    }
    try {
      return STRICT.treeToValue(tree, type);
    } catch (JsonProcessingException e) {
      throw new AssertionError(kind + ": " + e.getOriginalMessage(), e);
    }
  }

  /** All objects of the files in a folder, without what kustomize itself reads. */
  static Manifests in(String folder) {
    List<HasMetadata> all = new ArrayList<>();
    for (Path file : files(folder)) {
      try {
        all.addAll(parse(Files.readString(file)).objects());
      } catch (IOException | AssertionError e) {
        throw new AssertionError(file + ": " + e.getMessage(), e);
      }
    }
    return new Manifests(List.copyOf(all));
  }

  static List<Path> files(String folder) {
    try (Stream<Path> files = Files.list(ROOT.resolve(folder))) {
      return files
          .filter(file -> file.toString().endsWith(".yaml"))
          .filter(file -> !file.endsWith("kustomization.yaml"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static JsonNode kustomization(String folder) {
    try {
      return YAML.readTree(ROOT.resolve(folder).resolve("kustomization.yaml").toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  <T extends HasMetadata> List<T> all(Class<T> type) {
    return objects.stream().filter(type::isInstance).map(type::cast).toList();
  }
}
