package io.leasegate.app.operator;

import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whose rows a list shows. */
final class ScopeOption {

  @Option(names = "--agent", paramLabel = "<agent>", description = "Only this agent's.")
  private @Nullable String agent;

  @Option(
      names = "--workspace",
      paramLabel = "<workspace>",
      description = "Only of this workspace. Default: of all.")
  private @Nullable String workspace;

  boolean takes(JsonObject row) {
    return (agent == null || agent.equals(row.getString("agent")))
        && (workspace == null || workspace.equals(row.getString("workspace")));
  }
}
