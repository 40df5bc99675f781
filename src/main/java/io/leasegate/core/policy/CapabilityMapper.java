package io.leasegate.core.policy;

import io.leasegate.core.capability.Capability;
import io.leasegate.core.capability.CapabilityGlob;
import io.leasegate.core.capability.ParseResult;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * What the calls of one upstream need: the first mapping whose glob matches the tool decides, else
 * {@code <upstream>:call:<tool>}. Tools are named as the upstream names them.
 */
public final class CapabilityMapper {

  private static final String CALL = "call";

  private final String upstream;
  private final List<CapabilityMapping> mappings;

  public CapabilityMapper(String upstream, List<CapabilityMapping> mappings) {
    this.upstream = upstream;
    this.mappings = List.copyOf(mappings);
  }

  /**
   * The capability that a call needs. Malformed: the arguments do not give one, see {@link
   * CapabilityTemplate#derive}, or the tool's name has a {@code :} and no mapping.
   */
  public ParseResult<Capability> derive(String tool, ArgumentView arguments) {
    Optional<CapabilityTemplate> template = templateOf(tool);
    return template.isPresent()
        ? template.get().derive(arguments)
        : Capability.of(upstream, CALL, tool);
  }

  /** All that calls of the tool can ever need; malformed as {@link #derive}. */
  public ParseResult<CapabilityGlob> patternOf(String tool) {
    return templateOf(tool)
        .<ParseResult<CapabilityGlob>>map(template -> new ParseResult.Parsed<>(template.pattern()))
        .orElseGet(() -> CapabilityGlob.literal(upstream, CALL, tool));
  }

  /** Whether a call of one of these tools can ever need something that the request matches. */
  public boolean canNeed(Collection<String> tools, CapabilityGlob request) {
    return tools.stream()
        .flatMap(tool -> patternOf(tool).toOptional().stream())
        .anyMatch(pattern -> pattern.overlap(request).possible());
  }

  private Optional<CapabilityTemplate> templateOf(String tool) {
    for (CapabilityMapping mapping : mappings) {
      if (mapping.tool().matches(tool)) {
        return Optional.of(mapping.capability());
      }
    }
    return Optional.empty();
  }
}
