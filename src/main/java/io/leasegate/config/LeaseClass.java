package io.leasegate.config;

import static io.leasegate.config.ConfigValueException.require;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The times of one class of leases; the only place where a lease's times come from. Durations are 1
 * ms..365 d.
 *
 * @param initialTtl from acquire to expiry; for {@code task_lease_v0} when the caller names none
 * @param heartbeatInterval how often the holder should report; empty: no heartbeats
 * @param missedHeartbeatGrace from the last heartbeat until the lease is stale; 0 allowed
 * @param maxDuration from acquire or adopt to the deadline; empty: none
 * @param recoveryGrace the expiry that a recovered lease gets; empty: no recovery
 * @param terminalReclaim whether proofs may end it before its expiry
 */
public record LeaseClass(
    Duration initialTtl,
    Optional<Duration> heartbeatInterval,
    Duration missedHeartbeatGrace,
    Optional<Duration> maxDuration,
    Optional<Duration> recoveryGrace,
    boolean terminalReclaim,
    Takeover takeover) {

  static final LeaseClass AUTHOR_ISSUE_WORK = owned(600, 60, 300, 12 * 3600, 120, true);

  /** The classes that are there without being configured, by name. */
  public static final Map<String, LeaseClass> SHIPPED = shipped();

  static final Range<Duration> TIME = Range.durations(Duration.ofMillis(1), Duration.ofDays(365));
  static final Range<Duration> GRACE = Range.durations(Duration.ZERO, Duration.ofDays(365));

  public LeaseClass {
    heartbeatInterval.ifPresent(
        interval -> {
          Duration twice = interval.multipliedBy(2);
          requireTwoHeartbeats(twice, missedHeartbeatGrace, "missed_heartbeat_grace");
          requireTwoHeartbeats(twice, initialTtl, "initial_ttl");
        });
  }

  private static void requireTwoHeartbeats(Duration twice, Duration limit, String name) {
    require(
        twice.compareTo(limit) <= 0,
        "heartbeat_interval",
        "twice the interval is longer than " + name + " (" + DurationText.format(limit) + ")");
  }

  private static Map<String, LeaseClass> shipped() {
    Map<String, LeaseClass> classes = new LinkedHashMap<>();
    classes.put("author_issue_work", AUTHOR_ISSUE_WORK);
    classes.put("reviewer_pr", owned(300, 30, 180, 2 * 3600, 120, true));
    classes.put("merger_pr", owned(300, 30, 180, 3600, 120, true));
    classes.put("reconciler", owned(120, 20, 60, 1800, 60, false));
    classes.put(
        "task_lease_v0",
        new LeaseClass(
            Duration.ofMinutes(45),
            Optional.empty(),
            Duration.ZERO,
            Optional.empty(),
            Optional.empty(),
            false,
            Takeover.ACQUIRE));
    return Collections.unmodifiableMap(classes);
  }

  private static LeaseClass owned(
      int ttl, int heartbeat, int grace, int max, int recovery, boolean terminalReclaim) {
    return new LeaseClass(
        Duration.ofSeconds(ttl),
        Optional.of(Duration.ofSeconds(heartbeat)),
        Duration.ofSeconds(grace),
        Optional.of(Duration.ofSeconds(max)),
        Optional.of(Duration.ofSeconds(recovery)),
        terminalReclaim,
        Takeover.RECLAIM);
  }
}
