package io.leasegate.k8s;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.HTTPGetAction;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What runs pods. */
record Workload(String name, LabelSelector selector, PodTemplateSpec template) {

  static final String PROGRAM = "leasegate";

  static List<Workload> of(Manifests manifests) {
    List<Workload> all = new ArrayList<>();
    for (Deployment each : manifests.all(Deployment.class)) {
      all.add(
          new Workload(
              each.getMetadata().getName(),
              each.getSpec().getSelector(),
              each.getSpec().getTemplate()));
    }
    for (StatefulSet each : manifests.all(StatefulSet.class)) {
      all.add(
          new Workload(
              each.getMetadata().getName(),
              each.getSpec().getSelector(),
              each.getSpec().getTemplate()));
    }
    return all;
  }

  PodSpec pod() {
    return template.getSpec();
  }

  /** All containers, those that start first included. */
  List<Container> containers() {
    return Stream.of(pod().getInitContainers(), pod().getContainers())
        .filter(Objects::nonNull)
        .flatMap(List::stream)
        .toList();
  }

  /** The container that runs the gateway; nothing in other workloads. */
  Optional<Container> gateway() {
    return containers().stream()
        .filter(container -> container.getName().equals(PROGRAM))
        .findFirst();
  }

  boolean hasLabels(Map<String, String> labels) {
    return template.getMetadata().getLabels().entrySet().containsAll(labels.entrySet());
  }

  boolean hasPort(IntOrString port) {
    return containers().stream().anyMatch(container -> hasPort(container, port));
  }

  static boolean hasPort(Container container, IntOrString port) {
    return container.getPorts().stream()
        .anyMatch(
            each ->
                Objects.equals(each.getName(), port.getStrVal())
                    || Objects.equals(each.getContainerPort(), port.getIntVal()));
  }

  static int port(Container container, String name) {
    return container.getPorts().stream()
        .filter(each -> name.equals(each.getName()))
        .map(ContainerPort::getContainerPort)
        .findFirst()
        .orElse(-1);
  }

  static List<Probe> probes(Container container) {
    return Stream.of(
            container.getStartupProbe(),
            container.getLivenessProbe(),
            container.getReadinessProbe())
        .filter(Objects::nonNull)
        .toList();
  }

  static IntOrString port(Probe probe) {
    HTTPGetAction get = probe.getHttpGet();
    return get == null ? probe.getTcpSocket().getPort() : get.getPort();
  }

  Set<String> volumes() {
    Set<String> names = new HashSet<>();
    if (pod().getVolumes() != null) {
      pod().getVolumes().forEach(volume -> names.add(volume.getName()));
    }
    return names;
  }
}
