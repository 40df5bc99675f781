package io.leasegate.app;

import io.leasegate.core.capability.CapabilityGlob;
import io.leasegate.upstream.catalogue.Catalogue;
import io.leasegate.upstream.catalogue.ToolRoute;
import java.util.List;
import java.util.Optional;

/** A grant for which no tool will ever ask helps nobody: its agent is told what there is. */
final class UselessCapability {

  private static final int NAMED = 20;

  private UselessCapability() {}

  /** The note on such a capability; nothing when some tool can need it, or none is known yet. */
  static Optional<String> note(Catalogue catalogue, CapabilityGlob requested) {
    List<ToolRoute> all =
        catalogue.byUpstream().values().stream().flatMap(door -> door.tools().stream()).toList();
    boolean useful =
        all.isEmpty()
            || all.stream()
                .anyMatch(
                    route ->
                        route.pattern().filter(it -> it.overlap(requested).possible()).isPresent());
    if (useful) {
      return Optional.empty();
    }
    List<String> there =
        all.stream().map(ToolRoute::capability).distinct().sorted().limit(NAMED).toList();
    return Optional.of(
        "No tool can ever need this capability. There are: " + String.join(", ", there));
  }
}
