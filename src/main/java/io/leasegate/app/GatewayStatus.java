package io.leasegate.app;

import io.leasegate.admin.Readiness;
import io.leasegate.downstream.Downstream;
import io.leasegate.upstream.Upstream;
import io.leasegate.upstream.UpstreamHealth;
import io.leasegate.upstream.UpstreamRegistry;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** What probes and operators are told of the gateway. */
final class GatewayStatus {

  /** How long an upstream that never answered keeps the gateway from being ready. */
  private static final long STARTUP_NANOS = 10_000_000_000L;

  private final long startedAt = System.nanoTime();
  private final UpstreamRegistry upstreams;
  private final Downstream downstream;
  private final StorePorts store;
  private final Reloads reloads;
  private final BooleanSupplier draining;

  GatewayStatus(
      UpstreamRegistry upstreams,
      Downstream downstream,
      StorePorts store,
      Reloads reloads,
      BooleanSupplier draining) {
    this.upstreams = upstreams;
    this.downstream = downstream;
    this.store = store;
    this.reloads = reloads;
    this.draining = draining;
  }

  Readiness readiness() {
    List<String> details = new ArrayList<>();
    boolean ready = upstreams.isApplied();
    if (draining.getAsBoolean()) {
      ready = false;
      details.add("draining");
    }
    boolean patient = System.nanoTime() - startedAt < STARTUP_NANOS;
    for (Upstream upstream : upstreams.upstreams()) {
      UpstreamHealth health = upstream.health();
      if (!health.ok()) {
        details.add("upstream " + upstream.name() + " " + health.error());
        ready &= health.answeredOnce() || !patient;
      }
    }
    addProblem(details, "reload refused", reloads.problem());
    addProblem(details, "policy", reloads.policyProblem());
    ready &= store.problem().get().isEmpty();
    details.addAll(store.remarks().get());
    addProblem(details, "keys", reloads.keysProblem());
    return new Readiness(ready, details);
  }

  private static void addProblem(List<String> details, String of, String problem) {
    if (!problem.isEmpty()) {
      details.add(of + ": " + problem);
    }
  }

  /** What {@code GET /admin/status} answers. */
  JsonObject json() {
    JsonArray all = new JsonArray();
    for (Upstream upstream : upstreams.upstreams()) {
      UpstreamHealth health = upstream.health();
      all.add(
          new JsonObject(
              Map.of(
                  "name", upstream.name(),
                  "ok", health.ok(),
                  "tools", health.tools(),
                  "error", health.error(),
                  "circuit", health.circuit().wireName(),
                  "failures", health.circuit().failures())));
    }
    return new JsonObject()
        .put("version", Version.text())
        .put("uptime_s", (System.nanoTime() - startedAt) / 1_000_000_000L)
        .put("store", store.kind())
        .put("store_problem", store.problem().get().orElse(""))
        .put("store_alarms", new JsonArray(store.acceptance().alarms()))
        .put("draining", draining.getAsBoolean())
        .put("in_flight", downstream.inFlight())
        .put("reload_problem", reloads.problem())
        .put("policy_problem", reloads.policyProblem())
        .put("keys_problem", reloads.keysProblem())
        .put("sessions_streaming", downstream.streams().size())
        .put("grants_live", store.grants().liveCount())
        .put("leases_live", store.leases().liveCount())
        .put("upstreams", all);
  }
}
