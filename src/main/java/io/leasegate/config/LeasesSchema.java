package io.leasegate.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The keys below {@code leases}. */
final class LeasesSchema {

  private static final ValueType<String> CLASS_NAME =
      ValueTypes.matching("a name [a-z][a-z0-9_]{0,63}", Pattern.compile("[a-z][a-z0-9_]{0,63}"));

  private final Path directory;

  LeasesSchema(Path directory) {
    this.directory = directory;
  }

  Parsed<LeasesConfig> read(Section s) {
    var maxTotal = s.value("max_total", ValueTypes.duration(LeasesConfig.TOTAL), "4h");
    Parsed<Map<String, LeaseClass>> classes =
        s.named("classes", CLASS_NAME, LeasesSchema::leaseClass);
    Parsed<ProofsConfig> proofs = s.section("proofs", this::proofs);
    return s.build(
        () -> {
          Map<String, LeaseClass> all = new LinkedHashMap<>(LeaseClass.SHIPPED);
          all.putAll(classes.get());
          return new LeasesConfig(maxTotal.get(), all, proofs.get());
        });
  }

  /** A shipped class takes what it shipped with for keys left out; another needs them all. */
  private static Parsed<LeaseClass> leaseClass(String name, Section s) {
    ValueType<Duration> time = ValueTypes.duration(LeaseClass.TIME);
    boolean shipped = LeaseClass.SHIPPED.containsKey(name);
    var ttl = part(s, shipped, "initial_ttl", time);
    var heartbeat = part(s, shipped, "heartbeat_interval", time);
    var grace = part(s, shipped, "missed_heartbeat_grace", ValueTypes.duration(LeaseClass.GRACE));
    var max = part(s, shipped, "max_duration", time);
    var recovery = part(s, shipped, "recovery_grace", time);
    var terminal = part(s, shipped, "terminal_reclaim", ValueTypes.BOOLEAN);
    var takeover = part(s, shipped, "takeover", ValueTypes.choice(Takeover.class));
    return s.build(
        () -> {
          LeaseClass base = LeaseClass.SHIPPED.getOrDefault(name, LeaseClass.AUTHOR_ISSUE_WORK);
          return new LeaseClass(
              ttl.get().orElse(base.initialTtl()),
              heartbeat.get().or(base::heartbeatInterval),
              grace.get().orElse(base.missedHeartbeatGrace()),
              max.get().or(base::maxDuration),
              recovery.get().or(base::recoveryGrace),
              terminal.get().orElse(base.terminalReclaim()),
              takeover.get().orElse(base.takeover()));
        });
  }

  private static <T> Parsed<Optional<T>> part(
      Section s, boolean shipped, String key, ValueType<T> type) {
    if (shipped) {
      return s.optional(key, type);
    }
    Parsed<T> given = s.required(key, type);
    return given.isBroken() ? Parsed.broken() : Parsed.of(Optional.of(given.get()));
  }

  private Parsed<ProofsConfig> proofs(Section s) {
    Parsed<ProofsConfig.GitProofs> git = s.section("git", this::git);
    Parsed<Optional<ProofsConfig.ForgeProofs>> forge =
        s.optionalSection("forge", LeasesSchema::forge);
    return s.build(() -> new ProofsConfig(git.get(), forge.get()));
  }

  private Parsed<ProofsConfig.GitProofs> git(Section s) {
    var roots = s.list("roots", ValueTypes.path(directory), List.of());
    var timeout = s.value("timeout", ValueTypes.duration(ProofsConfig.TIMEOUT), "5s");
    return s.build(() -> new ProofsConfig.GitProofs(roots.get(), timeout.get()));
  }

  private static Parsed<ProofsConfig.ForgeProofs> forge(Section s) {
    var url = s.required("url", ValueTypes.HTTP_URL);
    var token = s.optional("token", ValueTypes.SECRET);
    var timeout = s.value("timeout", ValueTypes.duration(ProofsConfig.TIMEOUT), "5s");
    return s.build(() -> new ProofsConfig.ForgeProofs(url.get(), token.get(), timeout.get()));
  }
}
