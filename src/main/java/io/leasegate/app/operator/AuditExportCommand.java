package io.leasegate.app.operator;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.leasegate.audit.AuditPoint;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The entries for elsewhere. */
@Command(
    name = "export",
    description = {
      "Writes the entries up to the newest one as JSON lines, between a first line that says where"
          + " they begin and a last one that says where they end.",
      "leasegate audit verify --file reads it."
    })
final class AuditExportCommand extends OperatorCommand {

  private static final long PROGRESS = 50_000;

  @Mixin private AuditWorkspaceOption workspace = new AuditWorkspaceOption();

  @Option(
      names = "--out",
      paramLabel = "<file>",
      description = "Where to; what is there is replaced. Default: the standard output.")
  private @Nullable Path file;

  @Option(
      names = "--after",
      paramLabel = "<sequence>",
      description = "Only entries behind this one. Default: all.",
      defaultValue = "0")
  private long after;

  @Override
  void check() {
    workspace.checked();
    if (after < 0) {
      throw OperatorFailure.usage("--after must be a sequence, 0 or more, not " + after);
    }
  }

  @Override
  int run(PrintWriter out, PrintWriter err) {
    AuditPages pages = new AuditPages(gateway(), workspace.checked(), "");
    if (file == null) {
      export(pages, out, err);
      return 0;
    }
    long entries;
    try (PrintWriter to = new PrintWriter(Files.newBufferedWriter(file, UTF_8))) {
      entries = export(pages, to, err);
      if (to.checkError()) {
        throw OperatorFailure.refused("--out " + file + " could not be written to its end");
      }
    } catch (IOException e) {
      throw OperatorFailure.refused("--out " + file + " cannot be written: " + e.getMessage());
    }
    out.println(
        json()
            ? new JsonObject().put("file", file.toString()).put("entries", entries).encode()
            : "exported " + entries + (entries == 1 ? " entry" : " entries") + " to " + file);
    return 0;
  }

  private long export(AuditPages pages, PrintWriter to, PrintWriter err) {
    AuditPages.Page page = pages.after(after, AuditPages.LARGEST);
    AuditPoint head = page.head();
    if (after > head.sequence()) {
      throw OperatorFailure.refused(
          "--after " + after + " is behind the newest entry, " + head.sequence());
    }
    AuditPoint from = begin(page);
    to.print(AuditFile.header(workspace.checked(), from) + "\n");
    long written = from.sequence();
    long told = from.sequence();
    while (written < head.sequence()) {
      List<JsonObject> entries = page.entries();
      if (entries.isEmpty() || entries.get(0).getLong("sequence", 0L) != written + 1) {
        throw OperatorFailure.refused(
            "the gateway dropped entry " + (written + 1) + " meanwhile; export again");
      }
      for (JsonObject entry : entries) {
        if (written < head.sequence()) {
          to.print(entry.encode() + "\n");
          written++;
        }
      }
      if (written - told >= PROGRESS) {
        told = written;
        err.println("leasegate: entry " + written + " of " + head.sequence());
      }
      page = pages.after(written, AuditPages.LARGEST);
    }
    to.print(AuditFile.trailer(head, written - from.sequence()) + "\n");
    to.flush();
    return written - from.sequence();
  }

  /** What the first entry follows. */
  private static AuditPoint begin(AuditPages.Page page) {
    if (page.entries().isEmpty()) {
      return page.head();
    }
    JsonObject first = page.entries().get(0);
    return new AuditPoint(first.getLong("sequence", 1L) - 1, first.getString("prev_hash", ""));
  }
}
