package io.leasegate.it;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Judges what agents saw against what the upstream did. */
final class HistoryChecker {

  private static final int SHOWN = 10;

  /** Redis is never away for so long; soon after it is back nothing is left over. */
  private static final long LEFT_OVER_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Function<String, List<CountingUpstream.Execution>> executions;
  private final List<Faults.Kill> kills;
  private final long began;
  private final List<String> problems = new ArrayList<>();

  /**
   * @param executions of a key, in their order
   * @param began {@link System#nanoTime} from which times are shown
   */
  HistoryChecker(
      Function<String, List<CountingUpstream.Execution>> executions,
      List<Faults.Kill> kills,
      long began) {
    this.executions = executions;
    this.kills = kills;
    this.began = began;
  }

  /** What is not as it must be; at most some of it. */
  List<String> problems() {
    return problems.size() <= SHOWN ? problems : problems.subList(0, SHOWN);
  }

  private void problem(String what, Intention intention) {
    StringBuilder text = new StringBuilder(intention.key() + ": " + what);
    for (Intention.Attempt attempt : intention.attempts()) {
      text.append("\n  ").append(attempt.replica()).append(' ').append(ms(attempt.beganAt()));
      text.append("..").append(ms(attempt.endedAt())).append(' ').append(attempt.answer());
    }
    for (CountingUpstream.Execution each : executions.apply(intention.key())) {
      text.append("\n  execution ").append(each.number()).append(" at ").append(ms(each.at()));
    }
    problems.add(text.toString());
  }

  private long ms(long nanos) {
    return (nanos - began) / 1_000_000;
  }

  /** At most one execution, and all results are that one's. */
  void checkAnswers(Intention intention) {
    List<CountingUpstream.Execution> all = executions.apply(intention.key());
    if (all.size() > 1) {
      problem("ran " + all.size() + " times", intention);
    }
    Set<String> contents = new LinkedHashSet<>();
    for (Intention.Attempt attempt : intention.attempts()) {
      if (attempt.answer() instanceof Answer.Done done) {
        contents.add(done.content());
      }
    }
    if (contents.size() > 1) {
      problem("has several results", intention);
    }
    for (String content : contents) {
      boolean ran =
          all.stream().anyMatch(it -> content.contains("execution " + it.number() + " of "));
      if (!ran) {
        problem("has a result of no execution", intention);
      }
    }
  }

  /** The last answer is a result, or nobody can know; then a kill explains that. */
  void checkEnd(Intention intention) {
    Intention.Attempt last = intention.attempts().get(intention.attempts().size() - 1);
    if (intention.unknown()) {
      if (!explained(intention)) {
        problem("is unknown, and no fault explains that", intention);
      }
      boolean promised =
          intention.attempts().stream()
              .anyMatch(it -> it.answer() instanceof Answer.Done done && done.stored());
      if (promised) {
        problem("is unknown, though its result was acknowledged", intention);
      }
    } else if (!(last.answer() instanceof Answer.Done)) {
      problem("has no end", intention);
    }
  }

  /** Whether a process was killed that had something left to do for this key. */
  private boolean explained(Intention intention) {
    for (Faults.Kill kill : kills) {
      for (Intention.Attempt attempt : intention.attempts()) {
        if (attempt.replica().equals(kill.replica())
            && attempt.beganAt() < kill.to()
            && (attempt.endedAt() > kill.from()
                || (leftOver(attempt.answer())
                    && kill.from() - attempt.endedAt() < LEFT_OVER_NANOS))) {
          return true;
        }
      }
    }
    return false;
  }

  /** After such an answer the gateway goes on trying to tell the store how the call ended. */
  private static boolean leftOver(Answer answer) {
    return answer instanceof Answer.Done done
        ? !done.stored()
        : answer instanceof Answer.Broken
            || (answer instanceof Answer.Refused refused
                && refused.code().equals("store_unavailable"));
  }

  /** A lease has used a write for each execution and for each that nobody knows of. */
  void checkBudgets(Collection<Intention> history, Map<String, Long> used) {
    used.forEach(
        (agent, writes) -> {
          long ran = 0;
          long unknown = 0;
          for (Intention intention : history) {
            if (intention.agent().equals(agent)) {
              int times = executions.apply(intention.key()).size();
              ran += times;
              unknown += times == 0 && intention.unknown() ? 1 : 0;
            }
          }
          if (writes != ran + unknown) {
            problems.add(
                agent + ": used " + writes + ", ran " + ran + ", cut before that " + unknown);
          }
        });
  }

  /** Of what began after a revoke, no write ran, and no read either once a second had passed. */
  void checkRevoke(RevokedLoad.Life life) {
    for (Intention write : life.writes()) {
      boolean before = false;
      for (Intention.Attempt attempt : write.attempts()) {
        before |= attempt.beganAt() < life.revokedAt();
        if (attempt.beganAt() > life.revokedAt() && attempt.answer() instanceof Answer.Done) {
          problem("was answered after the revoke at " + ms(life.revokedAt()), write);
        }
      }
      if (!before && !executions.apply(write.key()).isEmpty()) {
        problem("ran after the revoke at " + ms(life.revokedAt()), write);
      }
    }
    long stale = life.revokedAt() + TimeUnit.SECONDS.toNanos(1);
    for (Intention.Attempt read : life.reads()) {
      if (read.beganAt() > stale && read.answer() instanceof Answer.Done) {
        problems.add(
            life.agent()
                + ": revoked at "
                + ms(life.revokedAt())
                + ", a read at "
                + ms(read.beganAt())
                + " on "
                + read.replica()
                + " was allowed");
      }
    }
  }
}
