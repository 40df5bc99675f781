package io.leasegate.upstream;

import java.util.List;
import org.jspecify.annotations.Nullable;

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

  /** Whether that list says the same, byte for byte. */
  public boolean sameAs(@Nullable ToolListing other) {
    if (other == null
        || !instructions.equals(other.instructions)
        || tools.size() != other.tools.size()) {
      return false;
    }
    for (int i = 0; i < tools.size(); i++) {
      if (!tools.get(i).json().sameAs(other.tools.get(i).json())) {
        return false;
      }
    }
    return true;
  }
}
