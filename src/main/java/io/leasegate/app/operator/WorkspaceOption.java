package io.leasegate.app.operator;

import io.leasegate.core.call.Identity;
import io.vertx.core.json.JsonObject;
import picocli.CommandLine.Option;

/** The workspace in which an id is looked for. */
final class WorkspaceOption {

  @Option(
      names = "--workspace",
      paramLabel = "<workspace>",
      description = "Where the id belongs. Default: ${DEFAULT-VALUE}.",
      defaultValue = Identity.DEFAULT)
  private String workspace = Identity.DEFAULT;

  JsonObject body() {
    return new JsonObject().put("workspace", workspace);
  }
}
