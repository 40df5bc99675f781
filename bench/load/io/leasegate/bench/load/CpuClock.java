package io.leasegate.bench.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * CPU time of a process and of the children it has when the clock is made: user and system time
 * from {@code /proc/<pid>/stat}, every thread included, the JVM's own too.
 */
final class CpuClock {
  /** One tick is 10 ms: USER_HZ is 100 on every Linux that a JVM of ours runs on. */
  private static final long MICROS_PER_TICK = 10_000;

  private static final int USER_TIME = 11;
  private static final int SYSTEM_TIME = 12;

  private final List<Path> stats;

  private CpuClock(List<Path> stats) {
    this.stats = stats;
  }

  static CpuClock of(ProcessHandle process) {
    return new CpuClock(
        Stream.concat(Stream.of(process), process.descendants())
            .map(each -> Path.of("/proc", Long.toString(each.pid()), "stat"))
            .toList());
  }

  /** This process alone, without the servers it has started. */
  static CpuClock ofThisProcess() {
    return new CpuClock(List.of(Path.of("/proc/self/stat")));
  }

  /** Microseconds of CPU since the processes began. */
  long micros() throws IOException {
    long ticks = 0;
    for (Path stat : stats) {
      ticks += ticks(Files.readString(stat));
    }
    return ticks * MICROS_PER_TICK;
  }

  private static long ticks(String stat) {
    // The second field is the command in parentheses and may itself contain blanks.
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return Long.parseLong(fields[USER_TIME]) + Long.parseLong(fields[SYSTEM_TIME]);
  }
}
