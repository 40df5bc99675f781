package io.leasegate.upstream;

import java.util.List;

/**
 * The tools of one upstream as it listed them; immutable.
 *
 * @param tools in the upstream's order
 * @param instructions what the upstream's {@code initialize} told its clients, or the empty text
 */
public record ToolListing(List<UpstreamTool> tools, String instructions) {

  public ToolListing {
    tools = List.copyOf(tools);
  }
}
