package io.leasegate.bench.load;

import io.leasegate.audit.CallCounts;
import io.leasegate.core.call.Identity;
import io.leasegate.core.capability.CapabilityGlob;
import io.leasegate.core.grant.Grant;
import io.leasegate.core.grant.GrantOrigin;
import io.leasegate.core.notice.NoticeRule;
import io.leasegate.core.notice.NoticeThreshold;
import io.leasegate.core.policy.AgentEntry;
import io.leasegate.core.policy.CapabilityRule;
import io.leasegate.core.policy.Limits;
import io.leasegate.core.policy.Policy;
import io.leasegate.core.policy.RateLimit;
import io.leasegate.core.policy.TtlText;
import io.leasegate.core.time.NanoClock;
import io.leasegate.grants.CapabilityRequest;
import io.leasegate.grants.GrantCache;
import io.leasegate.grants.GrantIssuer;
import io.leasegate.grants.RequestOutcome;
import io.leasegate.loop.Loop;
import io.leasegate.pipeline.CallMeter;
import io.leasegate.pipeline.CallPipeline;
import io.leasegate.pipeline.KeyWaiters;
import io.leasegate.store.GrantDraft;
import io.leasegate.store.IssueResult;
import io.leasegate.store.memory.MemoryApprovalStore;
import io.leasegate.store.memory.MemoryAuditLog;
import io.leasegate.store.memory.MemoryCallStore;
import io.leasegate.store.memory.MemoryGrantStore;
import io.leasegate.store.memory.MemoryStore;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The gateway's own store, cache, policy and issuer, filled with grants as agents ask for them:
 * most name one resource, some a folder of the agent's own, some a pattern that many share.
 */
public final class GrantWorld {
  public static final int PER_AGENT = 10;

  private final Random random = new Random(20261129);
  private final MemoryStore store;
  private final MemoryAuditLog audit;
  private final AtomicInteger steps = new AtomicInteger();
  public final MemoryGrantStore grants;
  public final MemoryCallStore calls;
  public final GrantCache cache;
  public final Policy policy = policy();
  private final GrantIssuer issuer;
  private final Map<String, CapabilityGlob> sharedGlobs = new HashMap<>();

  public GrantWorld(NanoClock clock) {
    store =
        new MemoryStore(
            clock,
            System.currentTimeMillis(),
            new MemoryStore.Bounds(1_000_000, 10_000_000, 1_000, 1_000, 86_400_000),
            () -> "a");
    audit = new MemoryAuditLog(store, new SameThread());
    grants = new MemoryGrantStore(store);
    calls = new MemoryCallStore(store);
    cache = new GrantCache(grants, clock);
    issuer =
        new GrantIssuer(
            grants,
            new MemoryApprovalStore(store),
            cache,
            () -> policy,
            this::id,
            (identity, glob) -> Optional.empty());
  }

  private static final class SameThread implements MemoryAuditLog.Worker {
    @Override
    public <T> Future<T> run(Callable<T> work) {
      try {
        return Future.succeededFuture(work.call());
      } catch (Exception e) {
        return Future.failedFuture(e);
      }
    }
  }

  /** Seals now and then, here, what steps wrote: the store refuses what its audit cannot hold. */
  public void sealNowAndThen() {
    if (steps.incrementAndGet() % 10_000 == 0 && audit.seal().failed()) {
      throw new IllegalStateException("not sealed");
    }
  }

  /** As long as the gateway's own. */
  private String id() {
    byte[] bytes = new byte[24];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static Policy policy() {
    CapabilityRule everything =
        new CapabilityRule(
            glob("**"), true, Optional.of(Duration.ofHours(24)), false, Set.of(), List.of());
    Limits often =
        new Limits(
            Optional.empty(),
            List.of(glob("*:admin:**")),
            Optional.of(new RateLimit(100_000_000, Duration.ofMinutes(1))),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    return Policy.of(
        often,
        Map.of(
            "*",
            new AgentEntry(
                Optional.empty(),
                Limits.NONE,
                Optional.empty(),
                Optional.empty(),
                Set.of(),
                List.of(),
                List.of(everything))));
  }

  private static CapabilityGlob glob(String text) {
    return CapabilityGlob.parse(text).orThrow();
  }

  /** The gateway's own pipeline over this store. */
  public CallPipeline pipeline(Loop loop, CallMeter meter) {
    AtomicLong attempts = new AtomicLong();
    return new CallPipeline(
        new CallPipeline.Parts(
            () -> policy,
            cache,
            issuer,
            calls,
            new KeyWaiters(loop),
            () -> "bench-" + attempts.incrementAndGet(),
            1 << 20,
            new NoticeRule(NoticeThreshold.of(0.2)),
            new CallCounts(System::currentTimeMillis),
            meter));
  }

  /** Shared patterns are compiled once, or filling would take minutes. */
  private CapabilityGlob parsed(String text) {
    return text.startsWith("tickets:")
        ? sharedGlobs.computeIfAbsent(text, GrantWorld::glob)
        : glob(text);
  }

  public static Identity agent(int number) {
    return new Identity(Identity.DEFAULT, "agent-" + number);
  }

  /** What the agent's grant of that number is for. */
  public static String capability(int agent, int number) {
    int kind = number % PER_AGENT;
    String where = "org-" + agent % 1_000 + "/repository-" + agent;
    if (kind < 8) {
      return "github:read_" + number + ":" + where;
    }
    return kind == 8
        ? "files:write_" + number + ":/srv/" + where + "/**"
        : "tickets:*_" + number + ":team-" + agent % 100 + "/*";
  }

  /** Puts that many grants in all into the store, so many of each agent, past the issuer. */
  public void fill(int count, int perAgent) {
    for (int i = 0; i < count; i++) {
      int number = i / perAgent;
      Identity agent = agent(number);
      GrantDraft draft =
          new GrantDraft(
              "g-" + id(),
              glob("github:read_" + i % perAgent + ":repository-" + number),
              Duration.ofHours(24).toMillis(),
              Optional.empty(),
              "**",
              GrantOrigin.EXPLICIT);
      long revision = grants.read(agent).result().revision();
      if (!(grants.issue(agent, revision, draft).result() instanceof IssueResult.Issued)) {
        throw new IllegalStateException("not issued: " + draft);
      }
      sealNowAndThen();
    }
  }

  public Grant issue(Identity agent, String capability, String ttl) {
    if (TtlText.parse(ttl).isEmpty()) {
      throw new IllegalArgumentException("not a ttl: " + ttl);
    }
    RequestOutcome outcome =
        issuer
            .request(
                new CapabilityRequest(
                    agent,
                    parsed(capability),
                    Optional.of(ttl),
                    Optional.empty(),
                    OptionalLong.empty(),
                    "bench",
                    GrantOrigin.EXPLICIT,
                    Optional.empty()))
            .result();
    sealNowAndThen();
    if (outcome instanceof RequestOutcome.Granted granted && !granted.existing()) {
      return granted.grant();
    }
    throw new IllegalStateException(capability + ": " + outcome);
  }
}
