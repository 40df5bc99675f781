package io.leasegate.k8s;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Where objects that are applied together name something that is not there. */
final class Disagreements {

  private final Manifests manifests;
  private final List<Workload> workloads;
  private final List<String> found = new ArrayList<>();

  private Disagreements(Manifests manifests) {
    this.manifests = manifests;
    this.workloads = Workload.of(manifests);
  }

  static List<String> in(Manifests manifests) {
    Disagreements all = new Disagreements(manifests);
    all.workloads.forEach(all::workload);
    manifests.all(Service.class).forEach(all::service);
    manifests.all(PodDisruptionBudget.class).forEach(all::budget);
    manifests.all(HorizontalPodAutoscaler.class).forEach(all::autoscaler);
    manifests.all(NetworkPolicy.class).forEach(all::network);
    manifests
        .all(Secret.class)
        .forEach(each -> all.note(each.getMetadata().getName() + ": a Secret's values are here"));
    return all.found;
  }

  private void note(String what) {
    found.add(what);
  }

  private void require(boolean holds, String what) {
    if (!holds) {
      note(what);
    }
  }

  private List<Workload> selected(Map<String, String> labels) {
    return workloads.stream().filter(each -> each.hasLabels(labels)).toList();
  }

  private void workload(Workload each) {
    String name = each.name();
    require(
        each.hasLabels(each.selector().getMatchLabels()), name + ": selects other pods than its");
    require(
        selected(each.selector().getMatchLabels()).size() == 1,
        name + ": selects another workload's pods");
    for (Container container : each.containers()) {
      Workload.probes(container)
          .forEach(
              probe ->
                  require(
                      Workload.hasPort(container, Workload.port(probe)),
                      name + ": a probe of " + container.getName() + " asks at no port of it"));
      mounts(each, container);
    }
    if (each.pod().getVolumes() != null) {
      each.pod().getVolumes().forEach(volume -> source(name, volume));
    }
  }

  private void mounts(Workload each, Container container) {
    Set<String> volumes = new HashSet<>(each.volumes());
    manifests.all(StatefulSet.class).stream()
        .filter(set -> set.getMetadata().getName().equals(each.name()))
        .flatMap(set -> set.getSpec().getVolumeClaimTemplates().stream())
        .forEach(claim -> volumes.add(claim.getMetadata().getName()));
    for (VolumeMount mount : container.getVolumeMounts()) {
      require(
          volumes.contains(mount.getName()),
          each.name() + ": mounts " + mount.getName() + ", which is no volume");
    }
  }

  private void source(String workload, Volume volume) {
    if (volume.getConfigMap() != null) {
      String wanted = volume.getConfigMap().getName();
      require(
          manifests.all(ConfigMap.class).stream()
              .anyMatch(map -> map.getMetadata().getName().equals(wanted)),
          workload + ": there is no ConfigMap " + wanted);
    }
  }

  private void service(Service service) {
    String name = service.getMetadata().getName();
    List<Workload> targets = selected(service.getSpec().getSelector());
    require(targets.size() == 1, name + ": the Service selects " + targets.size() + " workloads");
    for (ServicePort port : service.getSpec().getPorts()) {
      require(
          targets.stream().allMatch(target -> target.hasPort(port.getTargetPort())),
          name + ": no container has the port " + port.getTargetPort().getValue());
    }
  }

  private void budget(PodDisruptionBudget budget) {
    require(
        selected(budget.getSpec().getSelector().getMatchLabels()).size() == 1,
        budget.getMetadata().getName() + ": the PodDisruptionBudget is about no workload");
  }

  private void autoscaler(HorizontalPodAutoscaler scaler) {
    String name = scaler.getMetadata().getName();
    var target = scaler.getSpec().getScaleTargetRef();
    List<Deployment> deployments =
        manifests.all(Deployment.class).stream()
            .filter(each -> each.getMetadata().getName().equals(target.getName()))
            .filter(each -> each.getKind().equals(target.getKind()))
            .filter(each -> each.getApiVersion().equals(target.getApiVersion()))
            .toList();
    require(deployments.size() == 1, name + ": the HorizontalPodAutoscaler scales nothing");
    deployments.forEach(
        each ->
            require(
                Objects.equals(each.getSpec().getReplicas(), scaler.getSpec().getMinReplicas())
                    && scaler.getSpec().getMaxReplicas() >= scaler.getSpec().getMinReplicas(),
                name + ": the Deployment has other replicas than the least that is scaled to"));
  }

  private void network(NetworkPolicy policy) {
    String name = policy.getMetadata().getName();
    List<Workload> targets = selected(policy.getSpec().getPodSelector().getMatchLabels());
    require(targets.size() == 1, name + ": the NetworkPolicy is about no workload");
    policy.getSpec().getIngress().stream()
        .flatMap(rule -> rule.getPorts().stream())
        .forEach(
            port ->
                require(
                    targets.stream().allMatch(target -> target.hasPort(port.getPort())),
                    name + ": lets in at " + port.getPort().getValue() + ", which is no port"));
  }
}
