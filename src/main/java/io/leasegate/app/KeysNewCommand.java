package io.leasegate.app;

import io.leasegate.core.call.Identity;
import io.leasegate.core.policy.Permission;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Makes an API key; nothing of it is kept but what the caller keeps. */
@Command(
    name = "new",
    description = {
      "Makes a key, shows it this once, and prints the entry for the keys file.",
      "The entry holds the key's hash, not the key. A running gateway takes it in when the file"
          + " changes."
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:made", "2:wrong usage"})
final class KeysNewCommand implements Callable<Integer> {

  private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._@-]{0,127}";

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--id",
      paramLabel = "<id>",
      description = "The key's name in the file. Default: a random one.")
  private @Nullable String id;

  @Option(
      names = "--workspace",
      paramLabel = "<workspace>",
      description = "Where its agent works. Default: ${DEFAULT-VALUE}.")
  private String workspace = Identity.DEFAULT;

  @Option(
      names = "--agent",
      paramLabel = "<agent>",
      description = "Who shows it. Default: ${DEFAULT-VALUE}.")
  private String agent = Identity.DEFAULT;

  @Option(
      names = "--role",
      paramLabel = "<role>",
      description = "A role that the agent may act in for leases; may be given again.")
  private List<String> roles = new ArrayList<>();

  @Option(
      names = "--permission",
      paramLabel = "<permission>",
      description = "What the agent may do with leases, such as lease:read; may be given again.")
  private List<String> permissions = new ArrayList<>();

  @Option(names = "--json", description = "Answers one JSON object.")
  private boolean json;

  @Override
  public Integer call() {
    Ids ids = new Ids();
    String name = id == null ? "key-" + ids.unguessable().substring(0, 8) : id;
    name("--id", name);
    name("--workspace", workspace);
    name("--agent", agent);
    roles.forEach(role -> name("--role", role));
    permissions.forEach(this::permission);
    String key = "lg_" + ids.unguessable();
    show(name, key, spec.commandLine().getOut());
    return 0;
  }

  private void show(String name, String key, PrintWriter out) {
    JsonObject entry =
        new JsonObject()
            .put("id", name)
            .put("sha256", ApiKeys.hash(key))
            .put("workspace", workspace)
            .put("agent", agent)
            .put("roles", new JsonArray(roles))
            .put("permissions", new JsonArray(permissions));
    if (json) {
      out.println(new JsonObject().put("key", key).put("entry", entry).encode());
      return;
    }
    out.println("The key, shown this once; its agent sends Authorization: Bearer <key>:");
    out.println();
    out.println("  " + key);
    out.println();
    out.println("For the keys file, below keys:");
    out.println();
    // JSON's texts and lists are YAML's too; in quotes nothing is taken for a number
    String lines =
        entry.fieldNames().stream()
            .map(field -> field + ": " + new JsonArray().add(entry.getValue(field)).encode())
            .map(line -> line.replaceFirst(": \\[(.*)]$", ": $1"))
            .collect(Collectors.joining("\n    "));
    out.println("  - " + lines);
  }

  private void name(String option, String text) {
    if (!Identity.isName(text)) {
      throw new ParameterException(
          spec.commandLine(), "Invalid value for option '" + option + "': expected " + NAME);
    }
  }

  private void permission(String text) {
    if (Permission.of(text).isEmpty()) {
      throw new ParameterException(
          spec.commandLine(),
          "Invalid value for option '--permission': expected one of "
              + Arrays.stream(Permission.values())
                  .map(Permission::wireName)
                  .collect(Collectors.joining(", ")));
    }
  }
}
