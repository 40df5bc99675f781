package io.leasegate.downstream;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.leasegate.core.policy.EffectivePolicy;
import io.leasegate.core.policy.Policy;
import io.leasegate.jsonrpc.Members;
import io.leasegate.jsonrpc.RpcError;
import io.leasegate.jsonrpc.RpcMessage;
import io.leasegate.management.ManagementTools;
import io.leasegate.upstream.catalogue.Catalogue;
import io.leasegate.upstream.catalogue.ToolRoute;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Answers to {@code tools/list}: the gateway's own tools and those of the catalogue, without what a
 * deny glob of the agent covers whole; pages of at most 1,000.
 */
final class ToolLists {

  private static final int PAGE = 1000;

  /** The list may change at any moment; clients of the stateless era may keep it this long. */
  private static final String MODERN_TAIL =
      ",\"resultType\":\"complete\",\"ttlMs\":5000,\"cacheScope\":\"private\"";

  /** A result, or what is wrong with the request. */
  record Page(@Nullable String result, @Nullable RpcError error) {}

  private final Supplier<Catalogue> catalogue;
  private final ManagementTools management;
  private final Supplier<Policy> policy;

  ToolLists(Supplier<Catalogue> catalogue, ManagementTools management, Supplier<Policy> policy) {
    this.catalogue = catalogue;
    this.management = management;
    this.policy = policy;
  }

  Page page(Client client, RpcMessage request) {
    List<String> tools = visible(client);
    Members params = request.params();
    boolean paged = params != null && params.indexOf("cursor") >= 0;
    int from = paged ? position(request.string(params, "cursor")) : 0;
    if (from < 0 || (paged && from >= tools.size())) {
      return new Page(null, RpcError.invalidParams("cursor is none that this server gave"));
    }
    int to = Math.min(tools.size(), from + PAGE);
    StringBuilder result =
        new StringBuilder("{\"tools\":[").append(String.join(",", tools.subList(from, to)));
    result.append("]");
    if (to < tools.size()) {
      result.append(",\"nextCursor\":\"").append(cursor(to)).append("\"");
    }
    return new Page(
        result.append(client.isModern() ? MODERN_TAIL : "").append("}").toString(), null);
  }

  private List<String> visible(Client client) {
    boolean whole = client.door() == null;
    EffectivePolicy rules = policy.get().forAgent(client.identity());
    List<String> tools = new ArrayList<>(whole ? management.listed() : List.of());
    for (ToolRoute route : catalogue.get().listed(client.door())) {
      if (route.pattern().filter(rules::hides).isEmpty()) {
        tools.add(whole ? route.listedJson() : route.passedJson());
      }
    }
    return tools;
  }

  private static String cursor(int position) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(("tools:" + position).getBytes(UTF_8));
  }

  private static int position(@Nullable String cursor) {
    try {
      String text = cursor == null ? "" : new String(Base64.getUrlDecoder().decode(cursor), UTF_8);
      return text.startsWith("tools:") ? Integer.parseInt(text.substring(6)) : -1;
    } catch (IllegalArgumentException e) {
      return -1; // not base64, or no number
    }
  }
}
