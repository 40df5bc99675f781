package io.leasegate.app.operator;

import picocli.CommandLine.Command;

/** What was decided. */
@Command(
    name = "audit",
    description = "Shows, verifies and exports what was decided.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {AuditTailCommand.class, AuditVerifyCommand.class, AuditExportCommand.class})
public final class AuditCommand {}
