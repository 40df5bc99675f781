package io.leasegate.app.operator;

import io.leasegate.audit.AuditKind;
import io.vertx.core.json.JsonObject;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The newest entries. */
@Command(
    name = "tail",
    description = {
      "Shows the newest entries, the oldest of them first.",
      "With --json each entry is one line, as it was sealed."
    })
final class AuditTailCommand extends OperatorCommand {

  private static final long POLL_MS = 500;

  /** Entries that a search for matching ones goes back at once. */
  private static final int WINDOW = 10_000;

  private static final Set<String> PLAIN =
      Set.of(
          "agent", "at", "hash", "id", "kind", "operation", "prev_hash", "sequence", "workspace");

  @Mixin private AuditWorkspaceOption workspace = new AuditWorkspaceOption();

  @Option(
      names = "-n",
      paramLabel = "<entries>",
      description = "How many, 0 to 10000. Default: ${DEFAULT-VALUE}.",
      defaultValue = "20")
  private int count = 20;

  @Option(
      names = {"-f", "--follow"},
      description = "Goes on with what comes, until it is interrupted.")
  private boolean follow;

  @Option(names = "--agent", paramLabel = "<agent>", description = "Only about this agent.")
  private @Nullable String agent;

  @Option(
      names = "--kind",
      paramLabel = "<kind>",
      split = ",",
      description = "Only of these kinds: call, grant, lease, approval, kill, policy, store.")
  private List<String> kinds = List.of();

  @Override
  void check() {
    workspace.checked();
    if (count < 0 || count > 10_000) {
      throw OperatorFailure.usage("-n must be 0 to 10000, not " + count);
    }
    if (agent != null) {
      AuditWorkspaceOption.name("--agent", agent);
    }
    List<String> known = Arrays.stream(AuditKind.values()).map(AuditKind::wireName).toList();
    for (String kind : kinds) {
      if (!known.contains(kind)) {
        throw OperatorFailure.usage(
            "--kind must be of " + String.join(", ", known) + ", not \"" + Cell.of(kind) + "\"");
      }
    }
  }

  @Override
  int run(PrintWriter out, PrintWriter err) {
    AuditPages pages = new AuditPages(gateway(), workspace.checked(), filters());
    AuditPages.Page end = pages.after(Long.MAX_VALUE >> 4, 1);
    long head = end.head().sequence();
    newest(pages, end.from().sequence(), head).forEach(entry -> print(entry, out));
    return follow ? follow(pages, head, out, err) : 0;
  }

  private String filters() {
    return (agent == null ? "" : "&agent=" + AdminClient.segment(agent))
        + (kinds.isEmpty() ? "" : "&kind=" + String.join(",", kinds));
  }

  /** Goes back from the head until there are enough. */
  private List<JsonObject> newest(AuditPages pages, long begin, long head) {
    int window = filters().isEmpty() ? Math.max(1, count) : WINDOW;
    List<JsonObject> found = new ArrayList<>();
    long to = head;
    while (found.size() < count && to > begin) {
      long from = Math.max(begin, to - window);
      found.addAll(0, between(pages, from, to));
      to = from;
    }
    return found.subList(Math.max(0, found.size() - count), found.size());
  }

  private static List<JsonObject> between(AuditPages pages, long from, long to) {
    List<JsonObject> found = new ArrayList<>();
    long after = from;
    while (after < to) {
      AuditPages.Page page = pages.after(after, AuditPages.LARGEST);
      page.entries().stream()
          .filter(entry -> entry.getLong("sequence", 0L) <= to)
          .forEach(found::add);
      after = Math.max(after + 1, page.nextAfter().orElse(to));
    }
    return found;
  }

  private int follow(AuditPages pages, long head, PrintWriter out, PrintWriter err) {
    long seen = head;
    try {
      while (!out.checkError()) {
        AuditPages.Page page = pages.after(seen, AuditPages.LARGEST);
        if (page.head().sequence() < seen) {
          err.println("leasegate: the gateway began a new audit");
          seen = 0;
          continue;
        }
        page.entries().forEach(entry -> print(entry, out));
        seen = page.nextAfter().orElse(page.head().sequence());
        if (page.nextAfter().isEmpty()) {
          Thread.sleep(POLL_MS);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return 0;
  }

  private void print(JsonObject entry, PrintWriter out) {
    out.println(json() ? entry.encode() : line(entry));
  }

  private static String line(JsonObject entry) {
    String details =
        entry.stream()
            .filter(member -> !PLAIN.contains(member.getKey()))
            .map(member -> member.getKey() + "=" + member.getValue())
            .collect(Collectors.joining(" "));
    return Cell.of(
        String.join(
                "  ",
                entry.getString("at", "?"),
                String.valueOf(entry.getValue("sequence", "?")),
                entry.getString("kind", "?") + " " + entry.getString("operation", "?"),
                entry.getString("agent", "-"),
                details)
            .stripTrailing());
  }
}
