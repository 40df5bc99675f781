package io.leasegate.app.operator;

import io.leasegate.core.call.Identity;
import io.leasegate.store.AuditLog;
import picocli.CommandLine.Option;

/** Whose chain it is: each workspace has its own. */
final class AuditWorkspaceOption {

  @Option(
      names = "--workspace",
      paramLabel = "<workspace>",
      description = "Whose audit; _ is that of the store as a whole. Default: ${DEFAULT-VALUE}.",
      defaultValue = Identity.DEFAULT)
  private String workspace = Identity.DEFAULT;

  String checked() {
    return workspace.equals(AuditLog.WHOLE_STORE) ? workspace : name("--workspace", workspace);
  }

  static String name(String option, String text) {
    if (!Identity.isName(text)) {
      throw OperatorFailure.usage(
          option
              + " must be a name, [A-Za-z0-9][A-Za-z0-9._@-]{0,127}, not \""
              + Cell.of(text)
              + "\"");
    }
    return text;
  }
}
