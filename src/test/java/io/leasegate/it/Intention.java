package io.leasegate.it;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * One effect that an agent wants once, and all requests that it has made for it.
 *
 * @param key also the title of the write; no two intentions have the same
 * @param ms how long the upstream works on it
 */
record Intention(String agent, String key, int ms, List<Attempt> attempts) {

  /**
   * One request.
   *
   * @param replica which process it went to: its name and how often that was started
   * @param beganAt {@link System#nanoTime}
   * @param endedAt after the answer, or after it was given up
   */
  record Attempt(String replica, long beganAt, long endedAt, Answer answer) {}

  Intention(String agent, String key, int ms) {
    this(agent, key, ms, new CopyOnWriteArrayList<>());
  }

  /** Tries it once more. */
  CompletableFuture<Answer> begin(Caller caller, GatewayProcess gateway) {
    String replica = gateway.incarnation();
    long beganAt = System.nanoTime();
    return caller
        .begin(
            gateway,
            agent,
            "up__write",
            "{\"title\":\"" + key + "\",\"ms\":" + ms + ",\"_sg_idempotency_key\":\"" + key + "\"}")
        .whenComplete(
            (answer, never) ->
                attempts.add(new Attempt(replica, beganAt, System.nanoTime(), answer)));
  }

  /** Whether more requests would change nothing. */
  boolean settled() {
    return attempts.stream()
        .anyMatch(it -> (it.answer() instanceof Answer.Done done && done.stored()) || unknown(it));
  }

  /** Whether it was said last that nobody knows how it ended. */
  boolean unknown() {
    return !attempts.isEmpty() && unknown(attempts.get(attempts.size() - 1));
  }

  private static boolean unknown(Attempt attempt) {
    return attempt.answer() instanceof Answer.Refused refused
        && refused.code().equals("idempotency_outcome_unknown");
  }
}
