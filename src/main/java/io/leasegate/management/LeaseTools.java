package io.leasegate.management;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.leasegate.core.grant.Grant;
import io.leasegate.core.lease.Lease;
import io.leasegate.core.lease.LeaseFace;
import io.leasegate.core.lease.LeaseLimits;
import io.leasegate.core.policy.Policy;
import io.leasegate.core.policy.TtlText;
import io.leasegate.core.time.Times;
import io.leasegate.grants.AgentView;
import io.leasegate.grants.GrantCache;
import io.leasegate.store.LeaseStore;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;

/** Opening task leases, and seeing what one has. */
final class LeaseTools {

  private static final int LONGEST_GOAL = 2_000;

  private final LeaseStore leases;
  private final GrantCache cache;
  private final Supplier<Policy> policy;
  private final Supplier<Set<String>> upstreams;
  private final Supplier<String> ids;
  private final Duration longest;

  /**
   * @param longest the gateway's own limit, above every policy
   */
  LeaseTools(
      LeaseStore leases,
      GrantCache cache,
      Supplier<Policy> policy,
      Supplier<Set<String>> upstreams,
      Supplier<String> ids,
      Duration longest) {
    this.longest = longest;
    this.leases = leases;
    this.cache = cache;
    this.policy = policy;
    this.upstreams = upstreams;
    this.ids = ids;
  }

  List<ManagementTool> tools() {
    return List.of(
        new ManagementTool(
            ToolSpec.read(
                "scopegate_list_capabilities",
                "Shows your live grants, and your leases with their time and writes."),
            this::list),
        new ManagementTool(
            ToolSpec.change(
                "scopegate_open_task_lease",
                "Opens a lease for a long task: a time and a number of writes that all its grants"
                    + " share, and one switch that ends them.",
                Param.required("goal", Param.Kind.STRING, "what the task is, in a sentence"),
                Param.required(
                    "upstreams", Param.Kind.STRINGS, "the upstreams that it needs; [] for all"),
                Param.optional("max_total", Param.Kind.STRING, "how long at most, such as 2h"),
                Param.optional("max_writes", Param.Kind.INTEGER, "how many writes at most")),
            this::open));
  }

  private Future<ToolReply> open(ManagementCall call) {
    String goal = call.text("goal");
    if (goal.isBlank() || goal.length() > LONGEST_GOAL) {
      return misuse("goal must say in 1 to " + LONGEST_GOAL + " characters what the task is");
    }
    List<String> names = call.texts("upstreams").stream().distinct().toList();
    Optional<String> unknown =
        names.stream().filter(name -> !upstreams.get().contains(name)).findFirst();
    if (unknown.isPresent()) {
      return misuse(
          "there is no upstream "
              + unknown.get()
              + "; there are "
              + String.join(", ", upstreams.get().stream().sorted().toList()));
    }
    Optional<Duration> total = call.optionalText("max_total").flatMap(TtlText::parse);
    if (call.has("max_total") && total.isEmpty()) {
      return misuse("max_total must be <n>s, <n>m or <n>h, at least 1s");
    }
    OptionalLong writes = call.optionalLong("max_writes");
    if (writes.orElse(0) < 0) {
      return misuse("max_writes must be 0 or more");
    }
    LeaseLimits limits = LeaseLimits.of(policy.get().forAgent(call.identity()));
    Duration allowed = limits.clampTotal(total);
    Duration clamped = allowed.compareTo(longest) < 0 ? allowed : longest;
    return cache
        .refresh(call.identity())
        .compose(
            view ->
                view.records().killed()
                    ? Future.succeededFuture(Replies.KILLED)
                    : leases
                        .openTask(
                            call.identity(),
                            "l-" + ids.get(),
                            goal,
                            names,
                            clamped,
                            limits.clampWrites(writes))
                        .map(opened -> opened(opened, clamped)));
  }

  private static ToolReply opened(Optional<Lease> opened, Duration total) {
    if (opened.isEmpty()) {
      return new ToolReply.Misuse(
          "you hold as many live leases as you may; revoke one that is not needed");
    }
    Lease lease = opened.get();
    ObjectNode answer =
        Trees.object().put("lease_id", lease.id()).put("goal", lease.scope().goal());
    answer
        .putArray("upstreams")
        .addAll(
            lease.scope().upstreams().stream()
                .map(com.fasterxml.jackson.databind.node.TextNode::valueOf)
                .toList());
    answer
        .put("total_ms", total.toMillis())
        .put("deadline_at", Times.text(lease.times().endsAt()))
        .put("max_writes", lease.budget().map(it -> it.maxWrites()).orElse(0L))
        .put(
            "next_step",
            "Call scopegate_request_capability with this lease_id for what the task needs.");
    return new ToolReply.Answer(answer);
  }

  private Future<ToolReply> list(ManagementCall call) {
    return cache.refresh(call.identity()).map(view -> new ToolReply.Answer(list(call, view)));
  }

  /** Live grants, and leases until their deadline. */
  static ObjectNode list(ManagementCall call, AgentView view) {
    long now = view.records().storeNow();
    ObjectNode answer = Trees.object().put("agentId", call.identity().agent());
    answer.putArray("active_grants");
    answer.putArray("leases");
    for (Grant grant : view.live(now)) {
      ObjectNode row =
          answer
              .withArray("active_grants")
              .addObject()
              .put("id", grant.id())
              .put("capability", grant.capability())
              .put("remaining_seconds", grant.remainingMs(now) / 1000)
              .put("expires_at", Times.text(grant.expiresAt()));
      grant.lease().ifPresent(lease -> row.put("lease_id", lease.leaseId()));
      row.put("renewable", grant.renewable());
    }
    view.records().leases().values().stream()
        .filter(
            lease ->
                lease.face() == LeaseFace.TASK
                    && lease.isHeldBy(call.identity())
                    && now < lease.times().endsAt())
        .sorted(
            Comparator.comparingLong((Lease lease) -> lease.times().acquiredAt())
                .thenComparing(Lease::id))
        .forEach(lease -> row(answer, lease, now));
    return answer;
  }

  private static void row(ObjectNode answer, Lease lease, long now) {
    ObjectNode row =
        answer
            .withArray("leases")
            .addObject()
            .put("lease_id", lease.id())
            .put("goal", lease.scope().goal())
            .put("status", lease.status(now).wireName())
            .put("deadline_at", Times.text(lease.times().endsAt()));
    lease
        .budget()
        .ifPresent(
            budget ->
                row.putObject("writes")
                    .put("used", budget.writesUsed())
                    .put("max", budget.maxWrites()));
  }

  private static Future<ToolReply> misuse(String what) {
    return Future.succeededFuture(new ToolReply.Misuse(what));
  }
}
