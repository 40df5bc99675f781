package io.leasegate.store.redis;

import io.leasegate.audit.AuditDraft;
import io.leasegate.audit.AuditKind;
import io.leasegate.audit.DetailsText;
import io.leasegate.core.idempotency.IdempotencyKey;
import io.leasegate.core.idempotency.KeyOutcome;
import io.leasegate.core.idempotency.KeyRecord;
import io.leasegate.store.CallStore;
import io.leasegate.store.StoreUnavailable;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Claim and settle in Redis. A claim that got no answer is given up: the store is told so as soon
 * as it can be. A settle that got none fails: whoever settles repeats it under the same token.
 */
public final class RedisCallStore implements CallStore {

  /** Claims in one script that extends them. */
  private static final int EXTENDED_AT_ONCE = 500;

  private final RedisStore store;
  private final Repeats repeats;
  private final LeaseFaces leases;

  public RedisCallStore(RedisStore store) {
    this.store = store;
    this.repeats = store.repeats();
    this.leases = new LeaseFaces(store);
  }

  @Override
  public Future<Verdict> claim(Claim claim) {
    return store
        .notAfter()
        .compose(notAfter -> send(claim, notAfter))
        .compose(reply -> verdict(claim, reply))
        .onFailure(
            failure -> {
              if (failure instanceof StoreUnavailable away && away.mayHaveRun()) {
                repeats.add(() -> abandonOnce(claim));
              }
            });
  }

  private Future<Reply> send(Claim claim, long notAfter) {
    Optional<KeyUse> use = claim.key();
    return store.ask(
        Script.CLAIM,
        claim.identity().workspace(),
        claim.identity().agent(),
        claim.attempt(),
        claim.grantId(),
        claim.write(),
        notAfter,
        claim.upstream(),
        claim.tool(),
        DetailsText.json(common(claim)),
        DetailsText.json(
            List.of(
                "upstream", claim.upstream(),
                "tool", claim.tool(),
                "capability", claim.capability(),
                "write", claim.write(),
                "grant_id", claim.grantId())),
        keyText(claim),
        use.map(it -> it.call().fingerprint().hex()).orElse(""),
        use.map(it -> it.call().repeatable()).orElse(false),
        use.map(it -> it.call().hasRequestState()).orElse(false),
        use.map(KeyUse::mayExecute).orElse(true),
        store.bounds().keyRetentionMs(),
        store.bounds().keysPerAgent());
  }

  /** What every entry about a call begins with. */
  private static List<Object> common(Claim claim) {
    AuditDraft draft =
        AuditDraft.of(AuditKind.CALL, "call", claim.identity().agent())
            .with("attempt", claim.attempt())
            .with("key", claim.key().map(use -> use.key().text()));
    return draft.details();
  }

  private static String keyText(Claim claim) {
    return claim.key().map(KeyUse::key).map(IdempotencyKey::text).orElse("");
  }

  private Future<Verdict> verdict(Claim claim, Reply reply) {
    Optional<ScriptError> refusal = reply.refusal();
    if (refusal.isPresent()) {
      return Future.succeededFuture(new Verdict.Refused(refusal.get().refusal().orElseThrow()));
    }
    String verdict = reply.text();
    return verdict.equals("execute")
        ? leases
            .lease(claim.identity().workspace(), reply)
            .<Verdict>map(Verdict.Execute::new)
            // the claim itself has run
            .recover(away -> Future.failedFuture(StoreUnavailable.unanswered("no lease read")))
        : Future.succeededFuture(otherVerdict(verdict, reply));
  }

  private static Verdict otherVerdict(String verdict, Reply reply) {
    return switch (verdict) {
      case "replay" -> new Verdict.Replay((KeyRecord.Completed) KeyCodec.read(reply.array()));
      case "in_flight" -> new Verdict.InFlight(reply.flag(), reply.number());
      case "released" -> new Verdict.Released();
      case "conflict" -> new Verdict.Conflict();
      case "unknown" -> new Verdict.OutcomeUnknown(KeyCodec.readUnknown(reply.array()));
      default -> throw new IllegalStateException("claim answered " + verdict);
    };
  }

  @Override
  public Future<Settled> settle(Claim claim, Settlement settlement) {
    KeyOutcome outcome = settlement.outcome();
    KeyCodec.Kept answer =
        outcome instanceof KeyOutcome.Answered answered && claim.key().isPresent()
            ? KeyCodec.Kept.of(answered.answer())
            : KeyCodec.Kept.NONE;
    return store
        .ask(
            Script.SETTLE,
            claim.identity().workspace(),
            claim.identity().agent(),
            claim.attempt(),
            keyText(claim),
            word(outcome),
            answer.kind(),
            answer.failed(),
            answer.json().json(),
            store.bounds().keyRetentionMs(),
            outcomeDetails(claim, settlement.word()))
        .compose(
            reply -> {
              boolean acted = reply.flag();
              // it is settled whether or not its lease can be read now
              return leases
                  .lease(claim.identity().workspace(), reply)
                  .otherwise(Optional.empty())
                  .map(lease -> new Settled(acted, lease));
            })
        .onSuccess(settled -> tellEnd(claim, settled.acted()));
  }

  private static byte[] outcomeDetails(Claim claim, String word) {
    List<Object> details = new ArrayList<>(common(claim));
    details.add("outcome");
    details.add(word);
    return DetailsText.json(details);
  }

  private static String word(KeyOutcome outcome) {
    if (outcome instanceof KeyOutcome.Answered) {
      return "answered";
    }
    if (outcome instanceof KeyOutcome.InputRequired) {
      return "input_required";
    }
    return outcome instanceof KeyOutcome.NotExecuted ? "not_executed" : "lost";
  }

  private void tellEnd(Claim claim, boolean acted) {
    if (acted) {
      claim.key().ifPresent(use -> store.tellEnd(claim.identity(), use.key()));
    }
  }

  @Override
  public Future<Void> extend(List<Claim> running) {
    Map<String, List<Claim>> byWorkspace = new LinkedHashMap<>();
    for (Claim claim : running) {
      byWorkspace.computeIfAbsent(claim.identity().workspace(), it -> new ArrayList<>()).add(claim);
    }
    List<Future<Reply>> steps = new ArrayList<>();
    byWorkspace.forEach(
        (workspace, claims) -> {
          for (int from = 0; from < claims.size(); from += EXTENDED_AT_ONCE) {
            int to = Math.min(claims.size(), from + EXTENDED_AT_ONCE);
            steps.add(extendSome(workspace, claims.subList(from, to)));
          }
        });
    return Future.all(steps).mapEmpty();
  }

  private Future<Reply> extendSome(String workspace, List<Claim> claims) {
    List<Object> arguments = new ArrayList<>();
    arguments.add(store.bounds().keyRetentionMs());
    arguments.add(claims.size());
    for (Claim claim : claims) {
      arguments.addAll(List.of(claim.identity().agent(), keyText(claim), claim.attempt()));
    }
    return store.ask(Script.EXTEND, workspace, arguments.toArray());
  }

  @Override
  public Future<Boolean> abandon(Claim claim) {
    return abandonOnce(claim)
        .onFailure(
            failure -> {
              if (failure instanceof StoreUnavailable) {
                repeats.add(() -> abandonOnce(claim));
              }
            });
  }

  private Future<Boolean> abandonOnce(Claim claim) {
    return store
        .ask(
            Script.ABANDON,
            claim.identity().workspace(),
            claim.identity().agent(),
            claim.attempt(),
            keyText(claim),
            store.bounds().keyRetentionMs(),
            outcomeDetails(claim, "not_executed"))
        .map(Reply::flag)
        .onSuccess(freed -> tellEnd(claim, freed));
  }
}
