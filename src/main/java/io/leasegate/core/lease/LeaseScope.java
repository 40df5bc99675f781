package io.leasegate.core.lease;

import static java.util.stream.Collectors.joining;

import io.leasegate.core.capability.Capability;
import io.leasegate.core.capability.CapabilityGlob;
import java.util.List;
import java.util.Optional;

/**
 * What a lease is for and how far it reaches.
 *
 * @param goal in the holder's words
 * @param upstreams the names that it reaches, without repetition; none: all of them
 * @param writeScopes relative path globs that it reserves, as sent
 */
public record LeaseScope(String goal, List<String> upstreams, List<String> writeScopes) {

  public LeaseScope {
    upstreams = upstreams.stream().distinct().toList();
    writeScopes = List.copyOf(writeScopes);
  }

  public boolean covers(String upstream) {
    return upstreams.isEmpty() || upstreams.contains(upstream);
  }

  /** Whether everything that the request asks for lies at upstreams of this scope. */
  public boolean covers(CapabilityGlob request) {
    if (upstreams.isEmpty()) {
      return true;
    }
    Optional<Capability> only = request.onlyMatch();
    if (only.isPresent()) {
      return covers(only.get().upstream());
    }
    // One glob for all of them where they fit into one: a request may name several upstreams.
    String names = upstreams.stream().map(CapabilityGlob::escape).collect(joining(","));
    return CapabilityGlob.parse("{" + names + "}:**")
        .toOptional()
        .map(all -> all.covers(request))
        .orElseGet(() -> globs().stream().anyMatch(each -> each.covers(request)));
  }

  /** Globs that together match what lies in this scope and nothing else. */
  public List<CapabilityGlob> globs() {
    return upstreams.isEmpty()
        ? List.of(CapabilityGlob.parse("**").orThrow())
        : upstreams.stream()
            .map(name -> CapabilityGlob.parse(CapabilityGlob.escape(name) + ":**").orThrow())
            .toList();
  }
}
