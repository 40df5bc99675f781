package io.leasegate.upstream.catalogue;

import io.leasegate.config.OnError;
import io.leasegate.core.capability.Capability;
import io.leasegate.core.capability.CapabilityGlob;
import io.leasegate.core.capability.ParseResult;
import io.leasegate.core.policy.ArgumentView;
import io.leasegate.core.policy.CapabilityMapper;
import io.leasegate.upstream.Upstream;
import java.util.Optional;

/**
 * One callable tool: where its calls go and how they are treated. Immutable.
 *
 * @param upstream the server that runs it
 * @param tool its name there
 * @param listedName its name at {@code /mcp}
 * @param write whether its calls have effects (protocol: operator, then trusted annotation, else
 *     yes)
 * @param repeatable whether running it again is harmless by declaration
 * @param idleNanos longest time without an answer or progress
 * @param maxNanos longest time in all
 * @param capability what a call needs when no mapping derives another
 * @param mapper derives what a call needs
 * @param pattern all that calls can ever need
 * @param fixed what every call needs, where the arguments say nothing about it
 * @param noticeInStructure whether an object {@code structuredContent} may carry a notice
 * @param listedJson the tool object for {@code tools/list} at {@code /mcp}
 * @param passedJson the tool object for {@code tools/list} at {@code /mcp/<upstream>}
 */
public record ToolRoute(
    Upstream upstream,
    String tool,
    String listedName,
    boolean write,
    boolean repeatable,
    OnError onError,
    long idleNanos,
    long maxNanos,
    String capability,
    CapabilityMapper mapper,
    Optional<CapabilityGlob> pattern,
    Optional<Capability> fixed,
    boolean noticeInStructure,
    String listedJson,
    String passedJson) {

  /** What a call with these arguments needs; malformed when they do not say it. */
  public ParseResult<Capability> needed(ArgumentView arguments) {
    return fixed.isPresent()
        ? new ParseResult.Parsed<>(fixed.get())
        : mapper.derive(tool, arguments);
  }
}
