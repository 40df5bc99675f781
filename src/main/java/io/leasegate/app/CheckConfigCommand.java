package io.leasegate.app;

import io.leasegate.config.AuthConfig;
import io.leasegate.config.ConfigLoader;
import io.leasegate.config.ConfigProblem;
import io.leasegate.config.KeysLoader;
import io.leasegate.config.KeysResult;
import io.leasegate.config.LoadResult;
import io.leasegate.config.PolicyCompiler;
import io.leasegate.config.PolicyResult;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Reads the configuration and the policy as {@code serve} would, and starts nothing. */
@Command(
    name = "check-config",
    description = "Checks the configuration and the policy file without starting anything.",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:both can be served", "1:not so; each problem is named with its place"})
final class CheckConfigCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private ConfigOption config = new ConfigOption();

  @Option(names = "--json", description = "Answers one JSON object.")
  private boolean json;

  @Override
  public Integer call() {
    Optional<Path> file = config.find(spec.commandLine().getErr());
    if (file.isEmpty()) {
      return 1;
    }
    List<String> problems = problems(file.get());
    if (json) {
      spec.commandLine()
          .getOut()
          .println(
              new JsonObject()
                  .put("ok", problems.isEmpty())
                  .put("file", file.get().toString())
                  .put("problems", new JsonArray(problems))
                  .encode());
    } else if (problems.isEmpty()) {
      spec.commandLine().getOut().println(file.get() + ": ok");
    } else {
      problems.forEach(problem -> spec.commandLine().getErr().println("leasegate: " + problem));
    }
    return problems.isEmpty() ? 0 : 1;
  }

  private static List<String> problems(Path file) {
    List<String> problems = new ArrayList<>();
    LoadResult result = ConfigLoader.load(file, System.getenv());
    if (result instanceof LoadResult.Invalid invalid) {
      invalid.problems().stream().map(ConfigProblem::toString).forEach(problems::add);
      return problems;
    }
    LoadResult.Loaded loaded = (LoadResult.Loaded) result;
    problems.addAll(Unserved.in(loaded.config()));
    if (loaded.config().server().auth() instanceof AuthConfig.ApiKey mode
        && KeysLoader.load(mode.keysFile()) instanceof KeysResult.Invalid invalid) {
      invalid.problems().stream().map(ConfigProblem::toString).forEach(problems::add);
    }
    PolicyResult policy = PolicyCompiler.loader().load(loaded.config().policyFile());
    if (policy instanceof PolicyResult.Invalid invalid) {
      invalid.problems().stream().map(ConfigProblem::toString).forEach(problems::add);
    } else if (policy instanceof PolicyResult.Missing missing) {
      problems.add(
          missing.file()
              + ": the policy file is missing (policy.file names it); serve would start, deny"
              + " everything and say so in /readyz");
    }
    return problems;
  }
}
