package io.leasegate.sim;

import static io.leasegate.sim.ToolArgument.choice;
import static io.leasegate.sim.ToolArgument.number;
import static io.leasegate.sim.ToolArgument.text;
import static io.leasegate.sim.ToolArgument.whole;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.leasegate.sim.ToolDefinition.Behaviour;
import io.leasegate.sim.ToolDefinition.Effect;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All tools, and the pages of {@code tools/list} written once. Immutable. */
final class ToolCatalogue {

  static final int MAX_TEXT = 16 * 1024 * 1024;
  static final int MAX_TITLE = 1_024;
  static final int MAX_LARGE = 32 * 1024 * 1024;

  private static final ToolArgument TITLE = text("title", MAX_TITLE);

  private static final List<ToolDefinition> FIXED =
      List.of(
          read("echo", "Answers the text.", Behaviour.ECHO, text("text", MAX_TEXT)),
          read("add", "Adds two numbers exactly.", Behaviour.ADD, number("a"), number("b")),
          write(
              "create_issue",
              "Creates an issue and answers its number.",
              Behaviour.CREATE_ISSUE,
              TITLE,
              text("project", MAX_TITLE),
              text("owner", MAX_TITLE).optional(),
              text("repo", MAX_TITLE).optional()),
          read(
              "count",
              "Answers how often create_issue, slow and fail ran, with this title or at all.",
              Behaviour.COUNT,
              TITLE.optional()),
          write(
              "slow",
              "Answers after that many milliseconds.",
              Behaviour.SLOW,
              whole("ms", 0, 3_600_000),
              TITLE.optional()),
          new ToolDefinition(
              "fail",
              "Fails in the way that is asked for.",
              Behaviour.FAIL,
              Effect.DESTRUCTIVE_WRITE,
              List.of(
                  choice("mode", "error", "rpc_error", "disconnect", "hang"), TITLE.optional())),
          read(
              "large",
              "Answers a text of that many bytes in that many lines.",
              Behaviour.LARGE,
              whole("bytes", 0, MAX_LARGE),
              whole("lines", 1, MAX_LARGE).optional()),
          read("fence", "Answers the fence headers and the _meta it saw.", Behaviour.FENCE),
          read("headers", "Answers the request headers it saw.", Behaviour.HEADERS),
          read(
              "progress",
              "Reports that many steps of progress, then answers.",
              Behaviour.PROGRESS,
              whole("steps", 0, 10_000)));

  private final Map<String, ToolDefinition> byName = new LinkedHashMap<>();
  private final List<byte[]> pages = new ArrayList<>();

  ToolCatalogue(int furtherTools, int pageSize) {
    FIXED.forEach(tool -> byName.put(tool.name(), tool));
    for (int i = 1; i <= furtherTools; i++) {
      String name = String.format(Locale.ROOT, "tool_%04d", i);
      byName.put(name, read(name, "Answers the text.", Behaviour.ECHO, text("text", MAX_TEXT)));
    }
    List<ToolDefinition> all = List.copyOf(byName.values());
    int size = pageSize == 0 ? all.size() : pageSize;
    for (int from = 0; from < all.size(); from += size) {
      int to = Math.min(all.size(), from + size);
      pages.add(page(all.subList(from, to), to < all.size() ? pages.size() + 1 : 0));
    }
  }

  private static byte[] page(List<ToolDefinition> tools, int next) {
    ObjectNode result = MessageCodec.MAPPER.createObjectNode();
    ArrayNode list = result.putArray("tools");
    tools.forEach(tool -> list.add(tool.json()));
    if (next > 0) {
      result.put("nextCursor", "page-" + next);
    }
    return MessageCodec.text(result).getBytes(UTF_8);
  }

  private static ToolDefinition read(
      String name, String description, Behaviour behaviour, ToolArgument... arguments) {
    return new ToolDefinition(name, description, behaviour, Effect.READ, List.of(arguments));
  }

  private static ToolDefinition write(
      String name, String description, Behaviour behaviour, ToolArgument... arguments) {
    return new ToolDefinition(name, description, behaviour, Effect.WRITE, List.of(arguments));
  }

  @Nullable ToolDefinition find(String name) {
    return byName.get(name);
  }

  /** The result of {@code tools/list} at this cursor, or null for one that no page gave out. */
  byte @Nullable [] page(JsonNode cursor) {
    if (cursor.isMissingNode()) {
      return pages.get(0);
    }
    for (int i = 1; i < pages.size(); i++) {
      if (cursor.asText().equals("page-" + i)) {
        return pages.get(i);
      }
    }
    return null;
  }
}
