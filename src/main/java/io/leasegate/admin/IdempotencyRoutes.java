package io.leasegate.admin;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.leasegate.core.call.Identity;
import io.leasegate.core.capability.ParseResult;
import io.leasegate.core.idempotency.AnswerBytes;
import io.leasegate.core.idempotency.IdempotencyKey;
import io.leasegate.core.idempotency.KeptAnswer;
import io.leasegate.core.idempotency.KeyChange;
import io.leasegate.core.idempotency.KeyRecord;
import io.leasegate.core.idempotency.KeyResolution;
import io.leasegate.core.time.Times;
import io.leasegate.jsonrpc.JsonObjects;
import io.leasegate.jsonrpc.Members;
import io.leasegate.store.IdempotencyStore;
import io.vertx.core.Future;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.net.URLDecoder;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Operators' calls about idempotency keys: {@code GET /admin/idempotency/<workspace>/<agent>/<key>}
 * and {@code POST …/resolve}.
 */
public final class IdempotencyRoutes implements RouteSet {

  private static final String PREFIX = "/admin/idempotency/";
  private static final String EXECUTED = "executed";
  private static final String NOT_EXECUTED = "not_executed";
  private static final String RESULT = "result";

  private final IdempotencyStore keys;
  private final Supplier<String> attempts;
  private final long retentionMs;
  private final long mostRecordBytes;

  /**
   * @param attempts new tokens for records
   * @param retentionMs how long records stay after their end
   * @param mostRecordBytes of an answer that an operator gives
   */
  public IdempotencyRoutes(
      IdempotencyStore keys, Supplier<String> attempts, long retentionMs, long mostRecordBytes) {
    this.keys = keys;
    this.attempts = attempts;
    this.retentionMs = retentionMs;
    this.mostRecordBytes = mostRecordBytes;
  }

  @Override
  public void addTo(Router router) {
    // by the path as it was sent: made normal, a key such as ".." would be gone
    router
        .route("/admin/*")
        .handler(
            context -> {
              if (context.request().path().startsWith(PREFIX)) {
                handle(context);
              } else {
                context.next();
              }
            });
  }

  private record Target(Identity identity, IdempotencyKey key) {}

  private void handle(RoutingContext context) {
    String[] segments = context.request().path().substring(PREFIX.length()).split("/", -1);
    boolean resolve = segments.length == 4 && segments[3].equals("resolve");
    if (segments.length != 3 && !resolve) {
      Replies.error(
          context,
          404,
          "not_found",
          "the path is " + PREFIX + "<workspace>/<agent>/<key>[/resolve]");
      return;
    }
    String method = context.request().method().name();
    if (!method.equals(resolve ? "POST" : "GET")) {
      context.response().putHeader("allow", resolve ? "POST" : "GET");
      Replies.error(context, 405, "method_not_allowed", "send " + (resolve ? "POST" : "GET"));
      return;
    }
    Target target = target(context, segments);
    if (target != null && resolve) {
      resolve(context, target);
    } else if (target != null) {
      show(context, target);
    }
  }

  /** Null when it was answered. */
  private static @Nullable Target target(RoutingContext context, String[] segments) {
    try {
      String workspace = decoded(segments[0]);
      String agent = decoded(segments[1]);
      if (!Identity.isName(workspace) || !Identity.isName(agent)) {
        invalid(context, "workspace and agent must be names: [A-Za-z0-9][A-Za-z0-9._@-]{0,127}");
        return null;
      }
      ParseResult<Optional<IdempotencyKey>> key = IdempotencyKey.parse(decoded(segments[2]));
      if (key instanceof ParseResult.Malformed<Optional<IdempotencyKey>> malformed) {
        invalid(context, malformed.reason());
        return null;
      }
      if (key.orThrow().isEmpty()) {
        invalid(context, "name a key, percent-encoded as one segment of the path");
        return null;
      }
      return new Target(new Identity(workspace, agent), key.orThrow().get());
    } catch (IllegalArgumentException e) {
      invalid(context, "the path is not percent-encoded UTF-8");
      return null;
    }
  }

  private static String decoded(String segment) {
    return URLDecoder.decode(segment.replace("+", "%2B"), UTF_8);
  }

  private void show(RoutingContext context, Target target) {
    keys.find(target.identity(), target.key())
        .onFailure(away -> Replies.away(context, away))
        .onSuccess(
            record -> {
              if (record.isPresent()) {
                Replies.json(context, 200, row(target, record.get()));
              } else {
                notFound(context);
              }
            });
  }

  private JsonObject row(Target target, KeyRecord record) {
    JsonObject row =
        new JsonObject()
            .put("workspace", target.identity().workspace())
            .put("agent", target.identity().agent())
            .put("key", target.key().text())
            .put("status", status(record))
            .put("upstream", record.claim().upstream())
            .put("tool", record.claim().tool())
            .put("attempt", record.claim().attempt())
            .put("fingerprint", record.claim().fingerprint().hex())
            .put("claimed_at", Times.text(record.claim().claimedAt()));
    record.claim().payer().ifPresent(lease -> row.put("lease_id", lease));
    if (record instanceof KeyRecord.InFlight running) {
      row.put("claim_until", Times.text(running.claimUntil()));
    } else if (record instanceof KeyRecord.AwaitingInput awaiting) {
      row.put("awaits_until", Times.text(awaiting.until()));
    } else if (record instanceof KeyRecord.Unknown unknown) {
      row.put("unknown_since", Times.text(unknown.since()));
    } else if (record instanceof KeyRecord.Completed completed) {
      row.put("ended_at", Times.text(completed.endedAt()))
          .put("answer", answer(completed.answer()));
    }
    return row.put("kept_until", Times.text(record.keptUntil(retentionMs)));
  }

  private static String status(KeyRecord record) {
    if (record instanceof KeyRecord.InFlight) {
      return "in_flight";
    }
    if (record instanceof KeyRecord.AwaitingInput) {
      return "awaiting_input";
    }
    return record instanceof KeyRecord.Completed ? "completed" : "outcome_unknown";
  }

  private static JsonObject answer(KeptAnswer answer) {
    JsonObject row = new JsonObject().put("failed", answer.failed());
    if (answer instanceof KeptAnswer.ToolResult result) {
      return row.put("result", new JsonObject(result.json().toString()));
    }
    if (answer instanceof KeptAnswer.RpcFault fault) {
      return row.put("error", new JsonObject(fault.json().toString()));
    }
    return row.put(
        "note",
        answer instanceof KeptAnswer.NotKept
            ? "the answer was too large to be kept"
            : "an operator found that the call was executed; its answer is not known");
  }

  private void resolve(RoutingContext context, Target target) {
    KeyResolution resolution = resolution(context);
    if (resolution == null) {
      return;
    }
    Future<KeyChange> change =
        keys.resolve(target.identity(), target.key(), resolution, attempts.get());
    change
        .onFailure(away -> Replies.away(context, away))
        .onSuccess(
            done -> {
              if (done instanceof KeyChange.Kept kept) {
                refused(context, kept.reason());
              } else {
                Replies.json(context, 200, resolved(target, done));
              }
            });
  }

  private static JsonObject resolved(Target target, KeyChange done) {
    JsonObject answer =
        new JsonObject()
            .put("resolved", true)
            .put("workspace", target.identity().workspace())
            .put("agent", target.identity().agent())
            .put("key", target.key().text())
            .put("outcome", done instanceof KeyChange.Stored ? EXECUTED : NOT_EXECUTED);
    if (done instanceof KeyChange.Freed freed) {
      freed.refundTo().ifPresent(lease -> answer.put("refunded_to", lease));
    }
    return answer;
  }

  /** What the body says; null when it was answered. */
  private @Nullable KeyResolution resolution(RoutingContext context) {
    JsonObject body;
    try {
      body = context.body().asJsonObject();
    } catch (DecodeException | ClassCastException e) {
      body = null;
    }
    byte[] bytes = body == null ? new byte[0] : context.body().buffer().getBytes();
    Members members = JsonObjects.members(bytes, 0, bytes.length).orElse(null);
    if (body == null || members == null) {
      invalid(context, "the body must be a JSON object {outcome, result?}");
      return null;
    }
    if (body.size() != members.size()
        || !Set.of("outcome", RESULT).containsAll(body.fieldNames())) {
      invalid(context, "the body has only outcome and result, each at most once");
      return null;
    }
    Object outcome = body.getValue("outcome");
    Object result = body.getValue(RESULT);
    if (NOT_EXECUTED.equals(outcome) && result == null) {
      return new KeyResolution.NotExecuted();
    }
    if (!EXECUTED.equals(outcome)) {
      invalid(
          context,
          NOT_EXECUTED.equals(outcome)
              ? "result goes with outcome executed only"
              : "outcome must be executed or not_executed");
      return null;
    }
    if (result == null) {
      return new KeyResolution.Executed(new KeptAnswer.NotGiven());
    }
    if (!(result instanceof JsonObject object) || !isResult(object)) {
      invalid(context, "result must be a tool's result: an object with content[] and isError?");
      return null;
    }
    // the operator's own bytes: numbers and texts that no tree can hold stay as they are
    int at = members.indexOf(RESULT);
    byte[] json = Arrays.copyOfRange(bytes, members.valueFrom(at), members.valueTo(at));
    if (json.length > mostRecordBytes) {
      invalid(context, "result must not be larger than idempotency.max_record");
      return null;
    }
    return new KeyResolution.Executed(
        new KeptAnswer.ToolResult(
            AnswerBytes.over(json), Boolean.TRUE.equals(object.getValue("isError"))));
  }

  private static boolean isResult(JsonObject result) {
    Object failed = result.getValue("isError");
    return result.getValue("content") instanceof JsonArray content
        && content.stream().allMatch(JsonObject.class::isInstance)
        && (failed == null || failed instanceof Boolean);
  }

  private static void refused(RoutingContext context, KeyChange.Reason reason) {
    switch (reason) {
      case NOT_THE_CLAIM -> notFound(context);
      case IN_FLIGHT ->
          Replies.error(
              context,
              409,
              reason.name().toLowerCase(Locale.ROOT),
              "the call still runs or waits for input; its outcome is not yet to be decided");
      case SETTLED ->
          Replies.error(
              context, 409, "already_settled", "the outcome is known; leasegate idempotency show");
    }
  }

  private static void notFound(RoutingContext context) {
    Replies.error(
        context,
        404,
        "not_found",
        "the agent has no such key: never used, released, or past its retention");
  }

  private static void invalid(RoutingContext context, String what) {
    Replies.error(context, 400, "invalid_request", what);
  }
}
