package io.leasegate.upstream.catalogue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * All tools of all upstreams at one moment; an immutable snapshot that is replaced whole.
 *
 * @param tools what {@code /mcp} lists, in order: upstreams as configured, tools as they list them
 * @param byName every callable name at {@code /mcp}, the shortened and the whole one
 * @param byUpstream what {@code /mcp/<upstream>} serves
 * @param hidden names that cannot be listed because an earlier tool has them
 */
public record Catalogue(
    List<ToolRoute> tools,
    Map<String, ToolRoute> byName,
    Map<String, Door> byUpstream,
    List<String> hidden) {

  /** No upstream, no tool. */
  public static final Catalogue EMPTY = new Catalogue(List.of(), Map.of(), Map.of(), List.of());

  public Catalogue {
    tools = List.copyOf(tools);
    byName = Map.copyOf(byName);
    byUpstream = Map.copyOf(byUpstream);
    hidden = List.copyOf(hidden);
  }

  /**
   * One upstream passed through.
   *
   * @param isListed whether its tools were ever read
   * @param instructions what it told its clients, or the empty text
   */
  public record Door(
      List<ToolRoute> tools, Map<String, ToolRoute> byName, boolean isListed, String instructions) {
    public Door {
      tools = List.copyOf(tools);
      byName = Map.copyOf(byName);
    }
  }

  /** The tool of that name at {@code /mcp}, or at an upstream's door; null when there is none. */
  public @Nullable ToolRoute find(@Nullable String upstream, String name) {
    if (upstream == null) {
      return byName.get(name);
    }
    Door door = byUpstream.get(upstream);
    return door == null ? null : door.byName().get(name);
  }

  /**
   * The upstream that may have a tool of that name, though nobody knows: its tools were never read.
   */
  public Optional<String> mayBeAt(@Nullable String upstream, String name) {
    int end = name.indexOf("__");
    String at = upstream != null ? upstream : end < 0 ? "" : name.substring(0, end);
    Door door = byUpstream.get(at);
    return door == null || door.isListed() ? Optional.empty() : Optional.of(at);
  }

  /** What is listed at {@code /mcp}, or at an upstream's door. */
  public List<ToolRoute> listed(@Nullable String upstream) {
    if (upstream == null) {
      return tools;
    }
    Door door = byUpstream.get(upstream);
    return door == null ? List.of() : door.tools();
  }
}
