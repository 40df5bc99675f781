package io.leasegate.upstream.catalogue;

import io.leasegate.config.OnError;
import io.leasegate.upstream.Upstream;

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
    boolean noticeInStructure,
    String listedJson,
    String passedJson) {}
