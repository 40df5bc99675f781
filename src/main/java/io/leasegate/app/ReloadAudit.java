package io.leasegate.app;

import io.leasegate.audit.AuditDraft;
import io.leasegate.audit.AuditKind;
import io.leasegate.core.call.Identity;
import io.leasegate.store.AuditLog;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the audit says of files that were read again. They are in force for all workspaces. */
final class ReloadAudit {

  private static final Logger LOG = LoggerFactory.getLogger(ReloadAudit.class);

  private final AuditLog log;

  ReloadAudit(AuditLog log) {
    this.log = log;
  }

  /**
   * A file was read again.
   *
   * @param prefix of the operations: what the file holds
   * @param problem why it is not in force; empty: it is
   */
  void read(String prefix, Path file, String problem) {
    AuditDraft entry =
        AuditDraft.of(AuditKind.POLICY, prefix + (problem.isEmpty() ? "reloaded" : "refused"))
            .with("file", file.toString());
    log.append(
            Identity.DEFAULT, List.of(problem.isEmpty() ? entry : entry.with("problem", problem)))
        .onFailure(away -> LOG.error("a reload could not be written into the audit", away));
  }
}
