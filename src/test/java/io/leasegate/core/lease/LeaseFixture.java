package io.leasegate.core.lease;

import io.leasegate.core.call.Identity;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Short ways to say what a lease of a test is. */
public final class LeaseFixture {

  public static final Identity AGENT = new Identity("acme", "bot");

  /** When leases of tests begin, ms since 1970. */
  public static final long T0 = 1_800_000_000_000L;

  public static final long SECOND = 1_000;
  public static final long MINUTE = 60 * SECOND;
  public static final long HOUR = 60 * MINUTE;

  /** Ten minutes of life, five of grace, twelve hours in all. */
  static final LeaseTerms AUTHOR =
      new LeaseTerms(
          Duration.ofMinutes(10),
          Optional.of(Duration.ofMinutes(1)),
          Duration.ofMinutes(5),
          Optional.of(Duration.ofHours(12)),
          Optional.of(Duration.ofMinutes(2)),
          true,
          Takeover.RECLAIM,
          Optional.of("fp"));

  private LeaseFixture() {}

  public static LeaseAct act(long now) {
    return act(now, LeaseActor.agent(AGENT.agent()));
  }

  static LeaseAct act(long now, LeaseActor actor) {
    return new LeaseAct(now, actor, "a-" + now, Optional.of("r-" + now));
  }

  public static Lease task(String id, long begin, long totalMs, long writes, String... upstreams) {
    return LeaseOperations.open(
            LeaseDraft.task(
                id, AGENT, "goal", List.of(upstreams), Duration.ofMillis(totalMs), writes),
            act(begin))
        .lease();
  }

  public static Lease owned(String id, long begin) {
    return owned(id, begin, AUTHOR, 1);
  }

  public static Lease owned(String id, long begin, LeaseTerms terms, long generation) {
    return draft(id, LeaseFace.OWNERSHIP, terms)
        .begin(generation, LeaseOperation.ACQUIRE, act(begin));
  }

  public static Lease todo(String id, long begin, long ttlMs) {
    LeaseTerms terms =
        new LeaseTerms(
            Duration.ofMillis(ttlMs),
            Optional.empty(),
            Duration.ZERO,
            Optional.empty(),
            Optional.empty(),
            false,
            Takeover.ACQUIRE,
            Optional.of("fp"));
    return draft(id, LeaseFace.TASK_LEASE_V0, terms).begin(1, LeaseOperation.ACQUIRE, act(begin));
  }

  private static LeaseDraft draft(String id, LeaseFace face, LeaseTerms terms) {
    return new LeaseDraft(
        AGENT.workspace(),
        id,
        face,
        "class",
        Optional.of(new LeaseResource("acme/tools", "issue_work", "787")),
        LeaseHolder.agent(AGENT.agent()),
        LeaseArtifacts.NONE,
        new LeaseScope("goal", List.of(), List.of()),
        Optional.empty(),
        terms);
  }

  public static Lease ended(Lease lease, LeaseState state, long at) {
    LeaseEnd end = new LeaseEnd(state, Optional.empty(), at, LeaseActor.agent("bot"));
    return lease.ended(end, act(at).entry(LeaseOperation.RELEASE));
  }

  static Lease withTimes(Lease lease, LeaseTimes times) {
    return copy(lease, times, lease.missing());
  }

  static Lease lacking(Lease lease, String... missing) {
    return copy(lease, lease.times(), List.of(missing));
  }

  private static Lease copy(Lease of, LeaseTimes times, List<String> missing) {
    return new Lease(
        of.workspace(),
        of.id(),
        of.face(),
        of.taskClass(),
        of.resource(),
        of.holder(),
        of.artifacts(),
        of.scope(),
        of.budget(),
        times,
        of.terms(),
        of.generation(),
        of.version(),
        of.end(),
        missing,
        of.provenance());
  }
}
