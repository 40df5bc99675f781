package io.leasegate.store.redis;

import io.leasegate.core.lease.HolderProcess;
import io.leasegate.core.lease.Lease;
import io.leasegate.core.lease.LeaseActor;
import io.leasegate.core.lease.LeaseArtifacts;
import io.leasegate.core.lease.LeaseDraft;
import io.leasegate.core.lease.LeaseEnd;
import io.leasegate.core.lease.LeaseFace;
import io.leasegate.core.lease.LeaseHolder;
import io.leasegate.core.lease.LeaseOperation;
import io.leasegate.core.lease.LeaseResource;
import io.leasegate.core.lease.LeaseScope;
import io.leasegate.core.lease.LeaseState;
import io.leasegate.core.lease.LeaseTerms;
import io.leasegate.core.lease.LeaseTimes;
import io.leasegate.core.lease.Provenance;
import io.leasegate.core.lease.ProvenanceEntry;
import io.leasegate.core.lease.Takeover;
import io.leasegate.core.lease.WriteBudget;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Leases as scripts keep them: a hash. What scripts judge and change has fields of its own, each
 * act of the provenance too; the rest is one JSON text that they hand on.
 */
final class LeaseCodec {

  private LeaseCodec() {}

  /** What no script looks at. */
  static String fixed(LeaseDraft draft) {
    JsonObject json =
        new JsonObject()
            .put("face", draft.face().wireName())
            .put("class", draft.taskClass())
            .put("goal", draft.scope().goal())
            .put("upstreams", new JsonArray(draft.scope().upstreams()))
            .put("write_scopes", new JsonArray(draft.scope().writeScopes()))
            .put("terms", terms(draft.terms()));
    draft.resource().ifPresent(resource -> json.put("resource", resource(resource)));
    put(json, "role", draft.holder().role());
    put(json, "profile", draft.holder().profile());
    put(json, "session", draft.holder().sessionId());
    put(json, "host", draft.holder().process().host());
    put(json, "pid", draft.holder().process().pid());
    put(json, "started_at", draft.holder().process().startedAt());
    put(json, "branch", draft.artifacts().branch());
    put(json, "worktree", draft.artifacts().worktree());
    put(json, "target_branch", draft.artifacts().targetBranch());
    put(json, "pull_request", draft.artifacts().pullRequest());
    put(json, "head_sha", draft.artifacts().headSha());
    return json.encode();
  }

  private static JsonObject resource(LeaseResource resource) {
    return new JsonObject()
        .put("repository", resource.repository())
        .put("type", resource.taskType())
        .put("id", resource.taskId());
  }

  private static JsonObject terms(LeaseTerms terms) {
    JsonObject json =
        new JsonObject()
            .put("ttl_ms", terms.initialTtl().toMillis())
            .put("grace_ms", terms.missedHeartbeatGrace().toMillis())
            .put("terminal_reclaim", terms.terminalReclaim())
            .put("takeover", terms.takeover().wireName());
    terms.heartbeatInterval().ifPresent(it -> json.put("heartbeat_ms", it.toMillis()));
    terms.maxDuration().ifPresent(it -> json.put("max_ms", it.toMillis()));
    terms.recoveryGrace().ifPresent(it -> json.put("recovery_ms", it.toMillis()));
    put(json, "fingerprint", terms.fingerprint());
    return json;
  }

  private static void put(JsonObject json, String name, Optional<String> value) {
    value.ifPresent(it -> json.put(name, it));
  }

  private static void put(JsonObject json, String name, OptionalLong value) {
    value.ifPresent(it -> json.put(name, it));
  }

  /** An answer that may have no lease. */
  static Optional<Lease> readSome(String workspace, Reply reply) {
    Map<String, String> hash = reply.hash();
    return hash.isEmpty() ? Optional.empty() : Optional.of(read(workspace, hash));
  }

  static Lease read(String workspace, Map<String, String> hash) {
    JsonObject fixed = new JsonObject(Hash.text(hash, "fixed"));
    return new Lease(
        workspace,
        Hash.text(hash, "id"),
        LeaseFace.valueOf(fixed.getString("face").toUpperCase(Locale.ROOT)),
        fixed.getString("class"),
        Optional.ofNullable(fixed.getJsonObject("resource")).map(LeaseCodec::resource),
        holder(Hash.text(hash, "holder"), fixed),
        artifacts(fixed),
        new LeaseScope(
            fixed.getString("goal"), texts(fixed, "upstreams"), texts(fixed, "write_scopes")),
        budget(hash),
        new LeaseTimes(
            Hash.number(hash, "acquired_at"),
            Hash.number(hash, "heartbeat_at"),
            Hash.number(hash, "expires_at"),
            Hash.someNumber(hash, "deadline_at")),
        terms(fixed.getJsonObject("terms")),
        Hash.number(hash, "generation"),
        Hash.number(hash, "version"),
        end(hash),
        texts(fixed, "missing"),
        provenance(hash));
  }

  private static LeaseResource resource(JsonObject json) {
    return new LeaseResource(
        json.getString("repository"), json.getString("type"), json.getString("id"));
  }

  private static LeaseHolder holder(String identity, JsonObject fixed) {
    return new LeaseHolder(
        identity,
        text(fixed, "role"),
        text(fixed, "profile"),
        text(fixed, "session"),
        new HolderProcess(text(fixed, "host"), number(fixed, "pid"), number(fixed, "started_at")));
  }

  private static LeaseArtifacts artifacts(JsonObject fixed) {
    return new LeaseArtifacts(
        text(fixed, "branch"),
        text(fixed, "worktree"),
        text(fixed, "target_branch"),
        number(fixed, "pull_request"),
        text(fixed, "head_sha"));
  }

  private static LeaseTerms terms(JsonObject json) {
    return new LeaseTerms(
        Duration.ofMillis(json.getLong("ttl_ms")),
        duration(json, "heartbeat_ms"),
        Duration.ofMillis(json.getLong("grace_ms")),
        duration(json, "max_ms"),
        duration(json, "recovery_ms"),
        json.getBoolean("terminal_reclaim"),
        Takeover.valueOf(json.getString("takeover").toUpperCase(Locale.ROOT)),
        text(json, "fingerprint"));
  }

  private static Optional<WriteBudget> budget(Map<String, String> hash) {
    OptionalLong most = Hash.someNumber(hash, "max_writes");
    return most.isEmpty()
        ? Optional.empty()
        : Optional.of(new WriteBudget(most.getAsLong(), Hash.number(hash, "writes_used")));
  }

  private static Optional<LeaseEnd> end(Map<String, String> hash) {
    LeaseState state = LeaseState.valueOf(Hash.text(hash, "state").toUpperCase(Locale.ROOT));
    return state == LeaseState.ACTIVE
        ? Optional.empty()
        : Optional.of(
            new LeaseEnd(
                state,
                Hash.some(hash, "end_reason"),
                Hash.number(hash, "end_at"),
                new LeaseActor(
                    Hash.text(hash, "end_by"), Hash.text(hash, "end_operator").equals("1"))));
  }

  /** Acts are fields {@code p<version>}: the newest ones, in the order of the versions. */
  private static Provenance provenance(Map<String, String> hash) {
    long version = Hash.number(hash, "version");
    List<ProvenanceEntry> entries = new ArrayList<>();
    for (long v = Math.max(1, version - Provenance.MAX_ENTRIES + 1); v <= version; v++) {
      String act = hash.get("p" + v);
      if (act != null) {
        JsonObject json = new JsonObject(act);
        entries.add(
            new ProvenanceEntry(
                json.getString("audit_id"),
                LeaseOperation.valueOf(json.getString("operation").toUpperCase(Locale.ROOT)),
                Long.parseLong(json.getString("at")),
                json.getString("actor"),
                text(json, "request_id")));
      }
    }
    return new Provenance(entries);
  }

  private static List<String> texts(JsonObject json, String name) {
    return json.getJsonArray(name, new JsonArray()).stream().map(Object::toString).toList();
  }

  private static Optional<String> text(JsonObject json, String name) {
    return Optional.ofNullable(json.getString(name));
  }

  private static OptionalLong number(JsonObject json, String name) {
    Long value = json.getLong(name);
    return value == null ? OptionalLong.empty() : OptionalLong.of(value);
  }

  private static Optional<Duration> duration(JsonObject json, String name) {
    return Optional.ofNullable(json.getLong(name)).map(Duration::ofMillis);
  }
}
