package io.leasegate.upstream;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.leasegate.jsonrpc.JsonObjects;
import io.leasegate.jsonrpc.JsonStrings;
import io.leasegate.jsonrpc.Members;
import io.leasegate.jsonrpc.RpcMessage;
import io.leasegate.jsonrpc.ToolObject;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads an upstream's whole tool list, page after page. */
public final class ToolPages {

  /** More pages or tools than this is an upstream that does not end. */
  static final int MAX_PAGES = 1000;

  static final int MAX_TOOLS = 20_000;

  /** Sends one request to the upstream and gives its answer. */
  @FunctionalInterface
  public interface Requester {
    /** Fails with {@link UpstreamProblem} when no answer came. */
    Future<RpcMessage> request(String method, String params);
  }

  private final Requester requester;
  private final List<UpstreamTool> tools = new ArrayList<>();
  private final Set<String> names = new HashSet<>();
  private final Set<String> cursors = new HashSet<>();

  private ToolPages(Requester requester) {
    this.requester = requester;
  }

  /** All tools, in the upstream's order; fails with {@link UpstreamProblem}. */
  public static Future<List<UpstreamTool>> read(Requester requester) {
    return new ToolPages(requester).page("{}");
  }

  private Future<List<UpstreamTool>> page(String params) {
    return requester.request("tools/list", params).compose(this::take);
  }

  private Future<List<UpstreamTool>> take(RpcMessage answer) {
    Members result = answer.result();
    int at = result == null ? -1 : result.indexOf("tools");
    if (result == null || at < 0 || result.kind(at) != '[') {
      return Future.failedFuture(
          new UpstreamProblem("answered tools/list without a list of tools"));
    }
    for (int[] place :
        JsonObjects.elements(answer.bytes(), result.valueFrom(at), result.valueTo(at))) {
      ToolObject.read(answer.bytes(), place[0], place[1])
          // of two tools with one name only the first can be called
          .filter(tool -> names.add(tool.name()))
          .ifPresent(tool -> tools.add(new UpstreamTool(tool.name(), tool)));
    }
    String cursor = answer.string(result, "nextCursor");
    if (cursor == null) {
      return Future.succeededFuture(List.copyOf(tools));
    }
    if (!cursors.add(cursor) || cursors.size() >= MAX_PAGES || tools.size() > MAX_TOOLS) {
      return Future.failedFuture(new UpstreamProblem("its tools/list does not end"));
    }
    return page("{\"cursor\":" + new String(JsonStrings.quote(cursor), UTF_8) + "}");
  }
}
