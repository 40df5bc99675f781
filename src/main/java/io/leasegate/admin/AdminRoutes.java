package io.leasegate.admin;

import io.leasegate.core.call.Identity;
import io.leasegate.core.grant.Grant;
import io.leasegate.core.lease.Lease;
import io.leasegate.core.time.Times;
import io.leasegate.store.Approval;
import io.leasegate.store.ApprovalStore;
import io.leasegate.store.GrantStore;
import io.leasegate.store.LeaseStore;
import io.leasegate.store.Page;
import io.vertx.core.Future;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Operators' calls about grants, leases, approvals, the kill switch and the policy. */
public final class AdminRoutes implements RouteSet {

  private static final Logger LOG = LoggerFactory.getLogger(AdminRoutes.class);
  private static final int PAGE = 100;
  private static final int LARGEST_PAGE = 1000;

  private final GrantStore grants;
  private final LeaseStore leases;
  private final ApprovalStore approvals;
  private final Supplier<String> ids;
  private final BooleanSupplier reloadPolicy;
  private final Supplier<String> policyProblem;

  /**
   * @param ids unguessable
   * @param reloadPolicy reads the policy file again, blocking; whether it is in force
   */
  public AdminRoutes(
      GrantStore grants,
      LeaseStore leases,
      ApprovalStore approvals,
      Supplier<String> ids,
      BooleanSupplier reloadPolicy,
      Supplier<String> policyProblem) {
    this.grants = grants;
    this.leases = leases;
    this.approvals = approvals;
    this.ids = ids;
    this.reloadPolicy = reloadPolicy;
    this.policyProblem = policyProblem;
  }

  @Override
  public void addTo(Router router) {
    router.get("/admin/grants").handler(it -> list(it, grants::live, AdminRoutes::grant));
    router.post("/admin/grants/:id/revoke").handler(this::revokeGrant);
    router.get("/admin/leases").handler(it -> list(it, leases::live, AdminRoutes::lease));
    router.post("/admin/leases/:id/revoke").handler(this::revokeLease);
    router.get("/admin/approvals").handler(this::listApprovals);
    router.post("/admin/approvals/:id/approve").handler(it -> decide(it, true));
    router.post("/admin/approvals/:id/deny").handler(it -> decide(it, false));
    router.post("/admin/kill").handler(it -> kill(it, true));
    router.post("/admin/kill/release").handler(it -> kill(it, false));
    router.post("/admin/policy/reload").handler(this::reload);
  }

  private interface Lister<T> {
    Future<Page<T>> page(Optional<String> after, int limit);
  }

  private static <T> void list(
      RoutingContext context, Lister<T> lister, Function<T, JsonObject> row) {
    String limit = context.request().getParam("limit");
    int most = limit == null ? PAGE : limit.matches("[0-9]{1,4}") ? Integer.parseInt(limit) : 0;
    if (most < 1 || most > LARGEST_PAGE) {
      Replies.error(context, 400, "invalid_request", "limit must be 1 to " + LARGEST_PAGE);
      return;
    }
    answer(
        context,
        lister
            .page(Optional.ofNullable(context.request().getParam("cursor")), most)
            .map(
                page -> {
                  JsonArray items = new JsonArray();
                  page.items().forEach(item -> items.add(row.apply(item)));
                  JsonObject answer = new JsonObject().put("items", items);
                  page.next().ifPresent(next -> answer.put("next_cursor", next));
                  return answer;
                }));
  }

  private static JsonObject grant(Grant grant) {
    JsonObject row =
        new JsonObject()
            .put("id", grant.id())
            .put("workspace", grant.identity().workspace())
            .put("agent", grant.identity().agent())
            .put("capability", grant.capability())
            .put("origin", grant.origin().wireName())
            .put("rule", grant.ruleName())
            .put("issued_at", Times.text(grant.issuedAt()))
            .put("expires_at", Times.text(grant.expiresAt()));
    grant.lease().ifPresent(it -> row.put("lease_id", it.leaseId()));
    grant.parentGrantId().ifPresent(it -> row.put("parent_grant_id", it));
    return row;
  }

  private static JsonObject lease(Lease lease) {
    JsonObject row =
        new JsonObject()
            .put("lease_id", lease.id())
            .put("workspace", lease.workspace())
            .put("agent", lease.holder().identity())
            .put("face", lease.face().name().toLowerCase(Locale.ROOT))
            .put("goal", lease.scope().goal())
            .put("upstreams", new JsonArray(lease.scope().upstreams()))
            .put("acquired_at", Times.text(lease.times().acquiredAt()))
            .put("deadline_at", Times.text(lease.times().endsAt()))
            .put("generation", lease.generation());
    lease
        .budget()
        .ifPresent(
            it ->
                row.put(
                    "writes",
                    new JsonObject().put("used", it.writesUsed()).put("max", it.maxWrites())));
    return row;
  }

  private static JsonObject approval(Approval approval) {
    JsonObject row =
        new JsonObject()
            .put("approval_id", approval.id())
            .put("workspace", approval.identity().workspace())
            .put("agent", approval.identity().agent())
            .put("capability", approval.capability())
            .put("ttl_s", approval.ttlMs() / 1000)
            .put("reason", approval.reason())
            .put("rule", approval.ruleName())
            .put("created_at", Times.text(approval.createdAt()))
            .put("expires_at", Times.text(approval.expiresAt()))
            .put("status", approval.status().wireName());
    approval.lease().ifPresent(it -> row.put("lease_id", it.leaseId()));
    approval.grantId().ifPresent(it -> row.put("grant_id", it));
    return row;
  }

  private void revokeGrant(RoutingContext context) {
    workspaceAnd(
        context,
        (workspace, body) ->
            grants
                .revokeByOperator(workspace, context.pathParam("id"))
                .map(
                    ended ->
                        ended.isPresent()
                            ? Optional.of(
                                new JsonObject()
                                    .put("revoked", true)
                                    .put("grants_revoked", ended.getAsInt()))
                            : Optional.empty()),
        "there is no such live grant in the workspace");
  }

  private void revokeLease(RoutingContext context) {
    workspaceAnd(
        context,
        (workspace, body) ->
            leases
                .revokeByOperator(
                    workspace,
                    context.pathParam("id"),
                    Optional.ofNullable(body.getValue("reason")).map(Object::toString))
                .map(
                    ended ->
                        ended.map(
                            it ->
                                new JsonObject()
                                    .put("revoked", true)
                                    .put("grants_revoked", it.grants())
                                    .put("lease", lease(it.lease())))),
        "there is no such live lease in the workspace");
  }

  private void kill(RoutingContext context, boolean kill) {
    JsonObject body = body(context);
    if (body == null) {
      return;
    }
    Object agent = body.getValue("agent");
    if ((agent != null && !(agent instanceof String name && Identity.isName(name)))
        || !Identity.isName(workspace(body))
        || (agent == null && body.getValue("workspace") == null)) {
      Replies.error(
          context,
          400,
          "invalid_request",
          "name an agent, a workspace, or both: [A-Za-z0-9][A-Za-z0-9._@-]{0,127}");
      return;
    }
    Optional<String> victim = Optional.ofNullable((String) agent);
    JsonObject said = new JsonObject().put("workspace", workspace(body));
    victim.ifPresent(it -> said.put("agent", it));
    answer(
        context,
        kill
            ? grants
                .kill(workspace(body), victim)
                .map(ended -> said.put("killed", true).put("grants_revoked", ended))
            : grants
                .release(workspace(body), victim)
                .map(was -> said.put("released", true).put("was_killed", was)));
  }

  private void listApprovals(RoutingContext context) {
    String status = context.request().getParam("status");
    if (status != null
        && Arrays.stream(Approval.Status.values()).noneMatch(it -> it.wireName().equals(status))) {
      Replies.error(
          context,
          400,
          "invalid_request",
          "status must be pending, approved, denied, expired or cancelled");
      return;
    }
    answer(
        context,
        approvals
            .list(Optional.empty())
            .map(
                all -> {
                  List<Approval> wanted =
                      all.stream()
                          .filter(it -> status == null || it.status().wireName().equals(status))
                          .limit(LARGEST_PAGE)
                          .toList();
                  JsonArray items = new JsonArray();
                  wanted.forEach(it -> items.add(approval(it)));
                  return new JsonObject().put("items", items);
                }));
  }

  private void decide(RoutingContext context, boolean approve) {
    String id = context.pathParam("id");
    Approval.Status wanted = approve ? Approval.Status.APPROVED : Approval.Status.DENIED;
    Future<ApprovalStore.Decided> decision =
        approve ? approvals.approve(id, "g-" + ids.get()) : approvals.deny(id);
    decision
        .onFailure(away -> Replies.away(context, away))
        .onSuccess(
            decided -> {
              if (decided instanceof ApprovalStore.Decided.Done done) {
                Replies.json(context, 200, approval(done.approval()));
              } else if (decided instanceof ApprovalStore.Decided.Already already
                  && already.approval().status() == wanted) {
                Replies.json(context, 200, approval(already.approval()));
              } else if (decided instanceof ApprovalStore.Decided.Already already) {
                Replies.error(
                    context,
                    409,
                    "already_decided",
                    "the approval is " + already.approval().status().wireName());
              } else {
                Replies.error(context, 404, "not_found", "there is no such approval");
              }
            });
  }

  private void reload(RoutingContext context) {
    context
        .vertx()
        .executeBlocking(reloadPolicy::getAsBoolean)
        .onFailure(
            defect -> {
              LOG.error("the policy file could not be read", defect);
              Replies.error(context, 500, "internal_error", "see the gateway's log");
            })
        .onSuccess(
            inForce -> {
              if (inForce) {
                Replies.json(context, 200, new JsonObject().put("reloaded", true));
              } else {
                Replies.error(context, 409, "policy_refused", policyProblem.get());
              }
            });
  }

  private interface InWorkspace {
    Future<Optional<JsonObject>> run(String workspace, JsonObject body);
  }

  private static void workspaceAnd(RoutingContext context, InWorkspace action, String notFound) {
    JsonObject body = body(context);
    if (body == null) {
      return;
    }
    if (!Identity.isName(workspace(body))) {
      Replies.error(context, 400, "invalid_request", "workspace must be a name");
      return;
    }
    if (!(body.getValue("reason", "") instanceof String)) {
      Replies.error(context, 400, "invalid_request", "reason must be a text");
      return;
    }
    action
        .run(workspace(body), body)
        .onFailure(away -> Replies.away(context, away))
        .onSuccess(
            found -> {
              if (found.isPresent()) {
                Replies.json(context, 200, found.get());
              } else {
                Replies.error(context, 404, "not_found", notFound);
              }
            });
  }

  private static String workspace(JsonObject body) {
    Object name = body.getValue("workspace");
    return name == null ? Identity.DEFAULT : name instanceof String text ? text : "";
  }

  /** The body as an object; an empty one counts as such. Null when it was answered. */
  private static @org.jspecify.annotations.Nullable JsonObject body(RoutingContext context) {
    try {
      String text = context.body().asString();
      if (text == null || text.isBlank()) {
        return new JsonObject();
      }
      if (Json.decodeValue(text) instanceof JsonObject object) {
        return object;
      }
    } catch (DecodeException e) {
      LOG.debug("a body that is no JSON", e);
    }
    Replies.error(context, 400, "invalid_request", "the body must be a JSON object");
    return null;
  }

  private static void answer(RoutingContext context, Future<JsonObject> answer) {
    answer
        .onSuccess(object -> Replies.json(context, 200, object))
        .onFailure(away -> Replies.away(context, away));
  }
}
