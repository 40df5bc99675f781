package io.leasegate.app.operator;

import picocli.CommandLine.Command;

/** The policy: its file, and what a running gateway has of it. */
@Command(
    name = "policy",
    description = "Checks, explains and reloads the policy.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {PolicyCheckCommand.class, PolicyExplainCommand.class, PolicyReloadCommand.class})
public final class PolicyCommand {}
