package io.leasegate.management;

import com.fasterxml.jackson.databind.JsonNode;
import io.leasegate.core.call.Identity;
import io.leasegate.core.capability.NameGlob;
import io.leasegate.jsonrpc.Members;
import io.leasegate.jsonrpc.RpcMessage;
import io.leasegate.loop.Loop;
import io.vertx.core.Future;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The gateway's own tools at {@code /mcp}: which there are, which are listed, and their calls. */
public final class ManagementTools {

  private final Map<String, ManagementTool> tools = new LinkedHashMap<>();
  private final List<String> listed;

  /**
   * @param listedNames globs over the names that every agent's list shows
   */
  ManagementTools(List<ManagementTool> all, List<NameGlob> listedNames) {
    all.forEach(tool -> tools.put(tool.spec().name(), tool));
    this.listed =
        all.stream()
            .filter(tool -> listedNames.stream().anyMatch(glob -> glob.matches(tool.spec().name())))
            .map(tool -> Trees.text(tool.spec().listing()))
            .toList();
  }

  /** Whether that name is one of these tools, listed or not. */
  public boolean has(String name) {
    return tools.containsKey(name);
  }

  /** The tool objects to list, as JSON text. */
  public List<String> listed() {
    return listed;
  }

  /** Runs the tool that a {@code tools/call} names. Completes on the loop. */
  public Future<ToolReply> call(Loop loop, Identity identity, String name, RpcMessage request) {
    ManagementTool tool = tools.get(name);
    if (tool == null) {
      throw new IllegalArgumentException("no management tool: " + name);
    }
    Members members = request.arguments();
    JsonNode arguments =
        members == null
            ? Trees.object()
            : Trees.read(request.bytes(), members.from(), members.to());
    String fault = ToolSpec.fault(tool.spec().params(), arguments);
    return fault != null
        ? Future.succeededFuture(new ToolReply.Misuse(fault))
        : tool.run().apply(new ManagementCall(loop, identity, arguments));
  }
}
