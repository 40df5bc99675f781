package io.leasegate.app;

import picocli.CommandLine.Command;

/** What is done with API keys. */
@Command(
    name = "keys",
    description = "API keys, by which agents say who they are (server.auth.mode: api-key).",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = KeysNewCommand.class)
final class KeysCommand {}
