package io.leasegate.app.operator;

import io.leasegate.audit.AuditChain;
import io.leasegate.audit.AuditPoint;
import io.vertx.core.json.JsonObject;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Whether the chain is as it was sealed. */
@Command(
    name = "verify",
    description = {
      "Verifies the chain of a workspace: reads all entries and hashes them here.",
      "Ends with status 1 and names the first entry that is not as it was sealed."
    })
final class AuditVerifyCommand extends OperatorCommand {

  private static final Pattern POINT = Pattern.compile("([0-9]{1,18}):([0-9a-f]{64})");

  @Mixin private AuditWorkspaceOption workspace = new AuditWorkspaceOption();

  @Option(
      names = "--file",
      paramLabel = "<file>",
      description = "Verifies what leasegate audit export wrote; no gateway is asked.")
  private @Nullable Path file;

  @Option(
      names = "--head",
      paramLabel = "<sequence>:<hash>",
      description =
          "An entry that was noted before, as verify and export show it: the chain must still have"
              + " it.")
  private @Nullable String noted;

  @Override
  void check() {
    workspace.checked();
    noted();
  }

  private @Nullable AuditPoint noted() {
    if (noted == null) {
      return null;
    }
    Matcher point = POINT.matcher(noted);
    if (!point.matches()) {
      throw OperatorFailure.usage(
          "--head must be <sequence>:<64 hexadecimal digits>, not \"" + Cell.of(noted) + "\"");
    }
    return new AuditPoint(Long.parseLong(point.group(1)), point.group(2));
  }

  @Override
  int run(PrintWriter out, PrintWriter err) {
    AuditVerification verification = new AuditVerification(noted(), err);
    try {
      if (file != null) {
        AuditFile.verify(file, verification);
      } else {
        verify(new AuditPages(gateway(), workspace.checked(), ""), verification);
      }
      verification.requireNoted();
    } catch (AuditVerification.Broken broken) {
      return say(out, broken.at());
    }
    AuditPoint head = verification.verified();
    out.println(
        json()
            ? new JsonObject()
                .put("ok", true)
                .put("entries", verification.entries())
                .put("head", AuditPages.json(head))
                .encode()
            : "ok: "
                + counted(verification.entries())
                + "; head "
                + head.sequence()
                + ":"
                + head.hash());
    return 0;
  }

  private static String counted(long entries) {
    return entries + (entries == 1 ? " entry" : " entries");
  }

  private int say(PrintWriter out, AuditChain.Break found) {
    out.println(
        json()
            ? new JsonObject()
                .put("ok", false)
                .put("sequence", found.sequence())
                .put("problem", found.problem())
                .encode()
            : "broken at entry " + found.sequence() + ": " + Cell.of(found.problem()));
    return OperatorFailure.REFUSED;
  }

  private void verify(AuditPages pages, AuditVerification verification) {
    AuditPages.Page page = pages.after(0, AuditPages.LARGEST);
    AuditPoint promised = page.head();
    verification.begin(workspace.checked(), page.from());
    while (true) {
      if (page.from().sequence() > verification.verified().sequence()) {
        verification.beginAnew(page.from());
      }
      page.entries().forEach(entry -> verification.accept(entry.encode()));
      if (page.nextAfter().isEmpty()) {
        verification.end(page.head());
        verification.reaches(promised);
        return;
      }
      if (page.entries().isEmpty()) {
        verification.end(page.head());
      }
      page = pages.after(verification.verified().sequence(), AuditPages.LARGEST);
    }
  }
}
