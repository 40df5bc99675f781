package io.leasegate.upstream.channel;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * A child process with everything that it started, as far as that can be signalled.
 *
 * <p>{@code sh -c}, {@code npx} and the like do not pass signals on, so the whole process group is
 * signalled where the child leads one. Descendants that were seen are remembered: they are killed
 * also when they left the group. Blocks; not for event loops.
 */
final class ProcessGroup {

  private enum Reached {
    SOMEONE,
    NOBODY,
    UNKNOWN
  }

  private static final Optional<Path> KILL = Executables.ofSystem("kill");
  private static final long KILL_SECONDS = 5;

  private final ProcessHandle leader;
  private final boolean grouped;
  private final Set<ProcessHandle> seen = new LinkedHashSet<>();

  /**
   * @param grouped whether the leader's id is the id of a group that is its own
   */
  ProcessGroup(ProcessHandle leader, boolean grouped) {
    this.leader = leader;
    this.grouped = grouped;
  }

  /** Remembers who descends from the leader now; impossible once it is gone. */
  void look() {
    leader.descendants().forEach(seen::add);
  }

  /** Asks all to end. */
  void terminate() {
    look();
    if (signalGroup("TERM") == Reached.UNKNOWN) {
      seen.forEach(ProcessHandle::destroy);
      leader.destroy();
    }
  }

  /** Ends all. */
  void kill() {
    look();
    signalGroup("KILL");
    seen.forEach(ProcessHandle::destroyForcibly);
    leader.destroyForcibly();
  }

  /** Whether someone may be left. */
  boolean isAlive() {
    return leader.isAlive()
        || seen.stream().anyMatch(ProcessHandle::isAlive)
        || signalGroup("0") == Reached.SOMEONE;
  }

  private Reached signalGroup(String signal) {
    if (!grouped || KILL.isEmpty()) {
      return Reached.UNKNOWN;
    }
    try {
      Process kill =
          new ProcessBuilder(KILL.get().toString(), "-" + signal, "--", "-" + leader.pid())
              .redirectOutput(Redirect.DISCARD)
              .redirectError(Redirect.DISCARD)
              .start();
      if (!kill.waitFor(KILL_SECONDS, TimeUnit.SECONDS)) {
        kill.destroyForcibly();
        return Reached.UNKNOWN;
      }
      return kill.exitValue() == 0 ? Reached.SOMEONE : Reached.NOBODY;
    } catch (IOException e) {
      return Reached.UNKNOWN; // no process can be started: those that are known are signalled
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Reached.UNKNOWN;
    }
  }
}
