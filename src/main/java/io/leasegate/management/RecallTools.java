package io.leasegate.management;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.leasegate.audit.AuditEntry;
import io.leasegate.audit.AuditKind;
import io.leasegate.core.policy.TtlText;
import io.leasegate.core.time.Times;
import io.leasegate.grants.AgentView;
import io.leasegate.grants.GrantCache;
import io.leasegate.store.Approval;
import io.leasegate.store.ApprovalStore;
import io.leasegate.store.AuditLog;
import io.vertx.core.Future;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** What an agent did, for one that does not remember: from the audit, and only about itself. */
final class RecallTools {

  private static final int MOST_KNOWN = 1_000;
  private static final int MOST_SHOWN = 200;
  private static final int SHOWN = 50;
  private static final Duration SPAN = Duration.ofHours(24);

  /** How a call went stands beside its start, not as an action of its own. */
  private static final Set<String> ENDS =
      Set.of("call_settled", "late_outcome", "idempotency_resolved");

  /** What an agent need not see of an entry: the places in the chain, and itself. */
  private static final Set<String> LEFT_OUT =
      Set.of(
          "id", "sequence", "workspace", "agent", "prev_hash", "hash", "kind", "operation", "at");

  private final AuditLog audit;
  private final ApprovalStore approvals;
  private final GrantCache cache;

  RecallTools(AuditLog audit, ApprovalStore approvals, GrantCache cache) {
    this.audit = audit;
    this.approvals = approvals;
    this.cache = cache;
  }

  List<ManagementTool> tools() {
    return List.of(
        new ManagementTool(
            ToolSpec.read(
                "scopegate_recall",
                "Shows what you did: your newest actions and writes with how they ended, your live"
                    + " grants, leases and pending approvals. Call it after a restart, before you"
                    + " repeat anything.",
                Param.optional(
                    "since",
                    Param.Kind.STRING,
                    "from when on: a time such as 2026-01-31T12:00:00Z, or how long ago, such as"
                        + " 2h; 24h without it"),
                Param.optional(
                    "kinds",
                    Param.Kind.STRINGS,
                    "which recent_actions: " + String.join(", ", kindNames())),
                Param.optional(
                    "limit", Param.Kind.INTEGER, "how many of each, 1 to 200; 50 without it")),
            this::recall));
  }

  private static List<String> kindNames() {
    return Arrays.stream(AuditKind.values()).map(AuditKind::wireName).toList();
  }

  private record Query(long since, Set<AuditKind> kinds, int limit) {}

  private Future<ToolReply> recall(ManagementCall call) {
    Set<AuditKind> kinds = EnumSet.noneOf(AuditKind.class);
    for (String name : call.texts("kinds")) {
      if (!kindNames().contains(name)) {
        return misuse("there is no kind " + name + "; there are " + String.join(", ", kindNames()));
      }
      kinds.add(AuditKind.valueOf(name.toUpperCase(Locale.ROOT)));
    }
    OptionalLong limit = call.optionalLong("limit");
    if (limit.orElse(SHOWN) < 1 || limit.orElse(SHOWN) > MOST_SHOWN) {
      return misuse("limit must be 1 to " + MOST_SHOWN);
    }
    return cache
        .refresh(call.identity())
        .compose(
            view -> {
              long now = view.records().storeNow();
              Optional<Long> since = since(call.optionalText("since"), now);
              return since.isEmpty()
                  ? misuse(
                      "since must be a time such as 2026-01-31T12:00:00Z, or <n>s, <n>m or <n>h")
                  : recall(call, view, new Query(since.get(), kinds, (int) limit.orElse(SHOWN)));
            });
  }

  private static Optional<Long> since(Optional<String> text, long now) {
    if (text.isEmpty()) {
      return Optional.of(now - SPAN.toMillis());
    }
    Optional<Duration> ago = TtlText.parse(text.get());
    if (ago.isPresent()) {
      return Optional.of(now - ago.get().toMillis());
    }
    try {
      return Optional.of(Instant.parse(text.get()).toEpochMilli());
    } catch (DateTimeException | ArithmeticException e) {
      return Optional.empty();
    }
  }

  private Future<ToolReply> recall(ManagementCall call, AgentView view, Query query) {
    return audit
        .newest(call.identity(), query.since(), MOST_KNOWN)
        .compose(
            entries ->
                approvals
                    .list(Optional.of(call.identity()))
                    .map(all -> new ToolReply.Answer(answer(call, view, query, entries, all))));
  }

  private static ObjectNode answer(
      ManagementCall call,
      AgentView view,
      Query query,
      List<AuditEntry> entries,
      List<Approval> approvals) {
    ObjectNode answer =
        Trees.object()
            .put("agentId", call.identity().agent())
            .put("since", Times.text(query.since()));
    ObjectNode counts = answer.putObject("counts");
    Actions actions = new Actions(query);
    entries.forEach(actions::add);
    counts.put("actions", actions.count).put("writes", actions.writeCount);
    answer.set("recent_actions", actions.recent);
    answer.set("writes", actions.writes);
    ObjectNode held = LeaseTools.list(call, view);
    answer.set("active_grants", held.get("active_grants"));
    ArrayNode pending = answer.putArray("pending_approvals");
    approvals.stream()
        .filter(it -> it.status() == Approval.Status.PENDING)
        .limit(query.limit())
        .forEach(
            it ->
                pending
                    .addObject()
                    .put("approval_id", it.id())
                    .put("capability", it.capability())
                    .put("reason", it.reason())
                    .put("approval_expires_at", Times.text(it.expiresAt())));
    answer.set("leases", held.get("leases"));
    counts
        .put("active_grants", held.get("active_grants").size())
        .put("pending_approvals", pending.size());
    return answer;
  }

  /** Takes the entries, the newest first, and puts each call's end beside its start. */
  private static final class Actions {
    private final Query query;
    private final Map<String, String> outcomes = new HashMap<>();
    private final ArrayNode recent = Trees.object().putArray("recent_actions");
    private final ArrayNode writes = Trees.object().putArray("writes");
    private long count;
    private long writeCount;

    Actions(Query query) {
      this.query = query;
    }

    void add(AuditEntry entry) {
      JsonNode json = Trees.read(entry.json());
      if (ENDS.contains(entry.operation())) {
        // the newest of them says how it went
        outcomes.putIfAbsent(json.path("attempt").asText(), json.path("outcome").asText());
        return;
      }
      ObjectNode action =
          Trees.object()
              .put("at", Times.text(entry.at()))
              .put("kind", entry.kind().wireName())
              .put("operation", entry.operation());
      for (Iterator<Map.Entry<String, JsonNode>> all = json.fields(); all.hasNext(); ) {
        Map.Entry<String, JsonNode> member = all.next();
        if (!LEFT_OUT.contains(member.getKey())) {
          action.set(member.getKey(), member.getValue());
        }
      }
      boolean started = entry.operation().equals("call_started");
      if (started) {
        action.put("outcome", outcomes.getOrDefault(json.path("attempt").asText(), "unknown"));
      }
      count += json.path("count").asLong(1);
      if (started && json.path("write").asBoolean()) {
        writeCount++;
        if (writes.size() < query.limit()) {
          writes.add(action);
        }
      }
      boolean wanted = query.kinds().isEmpty() || query.kinds().contains(entry.kind());
      if (wanted && recent.size() < query.limit()) {
        recent.add(action.deepCopy());
      }
    }
  }

  private static Future<ToolReply> misuse(String what) {
    return Future.succeededFuture(new ToolReply.Misuse(what));
  }
}
