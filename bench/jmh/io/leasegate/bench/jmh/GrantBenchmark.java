package io.leasegate.bench.jmh;

import io.leasegate.bench.load.GrantWorld;
import io.leasegate.core.call.Identity;
import io.leasegate.core.capability.Capability;
import io.leasegate.core.grant.Grant;
import io.leasegate.core.idempotency.KeptAnswer;
import io.leasegate.core.idempotency.KeyOutcome;
import io.leasegate.core.notice.NoticeRule;
import io.leasegate.core.notice.NoticeThreshold;
import io.leasegate.core.policy.ArgumentView;
import io.leasegate.core.policy.CallCheck;
import io.leasegate.core.policy.EffectivePolicy;
import io.leasegate.grants.AgentView;
import io.leasegate.store.CallStore;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What a call asks about grants, with few and with very many of them in the store: the time must
 * not grow with their number. One agent calls; it holds 10 grants, or 1,000 as one agent's most.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "-Xmx2g")
public class GrantBenchmark {
  private static final CallStore.Settlement RAN =
      new CallStore.Settlement(new KeyOutcome.Answered(new KeptAnswer.NotKept(false)), "ok");
  private static final Identity MANY = new Identity(Identity.DEFAULT, "holds-many");

  /** Grants in the store and, after the stroke, held by the agent that calls. */
  @Param({"1/1", "1000/10", "1000000/10", "1000000/1000"})
  public String grants = "";

  private final NoticeRule notices = new NoticeRule(NoticeThreshold.of(0.2));
  private final GrantWorld world = new GrantWorld(System::nanoTime);
  private Identity agent = MANY;
  private Capability byLiteral = Capability.parse("x:x:x").orThrow();
  private Capability byPattern = byLiteral;
  private Grant held = new GrantWorld(System::nanoTime).issue(MANY, "x:x:x", "24h");
  private long now;

  @Setup(Level.Trial)
  public void fill() {
    int stroke = grants.indexOf('/');
    int all = Integer.parseInt(grants.substring(0, stroke));
    int own = Integer.parseInt(grants.substring(stroke + 1));
    world.fill(all - own, GrantWorld.PER_AGENT);
    for (int i = own - 1; i >= 0; i--) {
      held = world.issue(MANY, GrantWorld.capability(7, i), "24h");
    }
    byLiteral = Capability.parse(GrantWorld.capability(7, 0)).orThrow();
    byPattern =
        own == 1
            ? byLiteral
            : Capability.parse(GrantWorld.capability(7, 8).replace("**", "src/main")).orThrow();
    AgentView view = world.cache.get(agent).result();
    now = view.storeTime(System.nanoTime());
    if (view.covering(byLiteral).isEmpty() || view.covering(byPattern).isEmpty()) {
      throw new IllegalStateException("the agent does not hold what it calls for");
    }
  }

  /** As a call does it: the view, what covers, what lives, and the policy's conditions. */
  @Benchmark
  public boolean lookUp() {
    EffectivePolicy rules = world.policy.forAgent(agent);
    AgentView view = world.cache.current(agent);
    if (view == null || view.records().killed() || rules.denied(byLiteral).isPresent()) {
      throw new IllegalStateException();
    }
    long time = view.storeTime(System.nanoTime());
    for (AgentView.Held each : view.covering(byLiteral)) {
      Grant grant = each.grant();
      if (view.isLive(grant, time)) {
        return rules.checkCall(
                byLiteral, ArgumentView.EMPTY, grant.ruleName(), grant.lease().isPresent())
            instanceof CallCheck.Passed;
      }
    }
    throw new IllegalStateException();
  }

  /** Which grants cover, on a new view: nothing is remembered but compiled globs. */
  @Benchmark
  public int coveringFirstTime() {
    return world.cache.refresh(agent).result().covering(byPattern).size();
  }

  /** The view alone: what {@link #coveringFirstTime} takes beside the decision. */
  @Benchmark
  public AgentView refreshView() {
    return world.cache.refresh(agent).result();
  }

  @Benchmark
  public boolean noticeNotDue() {
    return notices.noticeOn(held, null, now).isPresent();
  }

  @Benchmark
  public boolean noticeDue() {
    return notices.noticeOn(held, null, held.expiresAt() - 1_000).isPresent();
  }

  /** A write without a budget: the two steps of the store, and its share of the sealing. */
  @Benchmark
  public CallStore.Settled claimAndSettle() {
    return claimed(Thread.currentThread().getName());
  }

  /** The same from two threads on one workspace. */
  @Benchmark
  @Threads(2)
  public CallStore.Settled claimAndSettleContended() {
    return claimed(Thread.currentThread().getName());
  }

  private CallStore.Settled claimed(String attempt) {
    CallStore.Claim claim =
        new CallStore.Claim(
            attempt, agent, held.id(), "files", "write", held.capability(), true, Optional.empty());
    Future<CallStore.Verdict> verdict = world.calls.claim(claim);
    if (!(verdict.result() instanceof CallStore.Verdict.Execute)) {
      throw new IllegalStateException("refused");
    }
    CallStore.Settled settled = world.calls.settle(claim, RAN).result();
    world.sealNowAndThen();
    return settled;
  }
}
