package io.leasegate.bench.load;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** What a run measures and for how long. {@code --quick} only changes what was not given. */
final class HarnessOptions {
  @Option(names = "--quick", description = "fewer and shorter slices, for a look, not for a record")
  boolean quick;

  @Option(
      names = "--contestants",
      split = ",",
      description =
          "direct,bare,leasegate, quick without direct; also bare-io_uring,leasegate-write,"
              + "leasegate-redis-write (needs redis-server),before,nginx")
  @Nullable List<String> givenContestants;

  @Option(names = "--rounds", description = "slices of each contestant; 9, quick 7")
  @Nullable Integer givenRounds;

  @Option(names = "--slice", converter = Seconds.class, description = "4s, quick 2s")
  @Nullable Duration givenSlice;

  @Option(names = "--warmup", converter = Seconds.class, description = "of each: 24s, quick 16s")
  @Nullable Duration givenWarmup;

  @Option(names = "--connections", description = "default: ${DEFAULT-VALUE}")
  int connections = 64;

  @Option(names = "--loops", description = "event loops of each server, default: ${DEFAULT-VALUE}")
  int loops = 1;

  @Option(names = "--heap", description = "of each JVM, default: ${DEFAULT-VALUE}")
  String heap = "512m";

  @Option(names = "--leasegate-jar", description = "default: ${DEFAULT-VALUE}")
  Path leaseGateJar = Path.of("src/target/leasegate-all.jar");

  @Option(names = "--before-jar", description = "what the contestant named before runs")
  @Nullable Path givenBeforeJar;

  @Option(names = "--results", description = "folder, default: ${DEFAULT-VALUE}")
  Path results = Path.of("bench/results");

  @Option(names = "--work", description = "folder for logs, default: ${DEFAULT-VALUE}")
  Path work = Path.of("bench/target/load");

  @Option(names = "--name", description = "of the result files; load, quick load-quick")
  @Nullable String givenName;

  @Option(names = "--command", description = "recorded as the command that made the result")
  String command = "";

  List<String> contestants() {
    return givenContestants != null
        ? givenContestants
        : quick ? List.of("bare", "leasegate") : List.of("direct", "bare", "leasegate");
  }

  Path beforeJar() {
    if (givenBeforeJar == null) {
      throw new IllegalArgumentException("the contestant before needs --before-jar");
    }
    return givenBeforeJar;
  }

  int rounds() {
    return givenRounds != null ? givenRounds : quick ? 7 : 9;
  }

  Duration slice() {
    return givenSlice != null ? givenSlice : Duration.ofSeconds(quick ? 2 : 4);
  }

  Duration warmup() {
    return givenWarmup != null ? givenWarmup : Duration.ofSeconds(quick ? 16 : 24);
  }

  String name() {
    return givenName != null ? givenName : quick ? "load-quick" : "load";
  }

  /** {@code 4s} or {@code 500ms}. */
  static final class Seconds implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
      if (!text.matches("\\d{1,6}(ms|s)")) {
        throw new TypeConversionException("not a duration like 4s or 500ms: " + text);
      }
      return text.endsWith("ms")
          ? Duration.ofMillis(Long.parseLong(text.substring(0, text.length() - 2)))
          : Duration.ofSeconds(Long.parseLong(text.substring(0, text.length() - 1)));
    }
  }
}
