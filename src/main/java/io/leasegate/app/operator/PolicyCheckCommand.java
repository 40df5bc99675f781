package io.leasegate.app.operator;

import io.leasegate.config.ConfigProblem;
import io.leasegate.config.PolicyCompiler;
import io.leasegate.config.PolicyResult;
import io.leasegate.config.PolicyWarnings;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Reads the policy as a gateway would. */
@Command(
    name = "check",
    description = {
      "Reads and compiles the policy file, without a gateway.",
      "Names every mistake with its place, and warns about rules that can never decide: an earlier"
          + " rule covers them, or a deny glob does."
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:it can be served; there may be warnings",
      "1:it cannot, or is missing",
      "2:wrong usage"
    })
final class PolicyCheckCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private PolicyFileOption policy = new PolicyFileOption();

  @Option(names = "--json", description = "Answers one JSON object.")
  private boolean json;

  /** What is wrong, and what is odd. */
  private record Findings(String file, List<String> problems, List<String> warnings) {

    static Findings of(PolicyResult result) {
      String file = result.watched().get(0).toString();
      if (result instanceof PolicyResult.Missing missing) {
        return new Findings(file, List.of(PolicyFileOption.missing(missing)), List.of());
      }
      if (result instanceof PolicyResult.Invalid invalid) {
        return new Findings(file, lines(invalid.problems()), List.of());
      }
      PolicyResult.Loaded loaded = (PolicyResult.Loaded) result;
      PolicyCompiler.compile(loaded.policy());
      return new Findings(file, List.of(), lines(PolicyWarnings.of(loaded)));
    }

    private static List<String> lines(List<ConfigProblem> problems) {
      return problems.stream().map(ConfigProblem::toString).toList();
    }
  }

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    Findings findings;
    try {
      findings = Findings.of(policy.load(err));
    } catch (OperatorFailure failure) {
      failure.lines().forEach(line -> err.println("leasegate: " + line));
      return failure.status();
    }
    if (json) {
      out.println(
          new JsonObject()
              .put("ok", findings.problems.isEmpty())
              .put("file", findings.file)
              .put("problems", new JsonArray(findings.problems))
              .put("warnings", new JsonArray(findings.warnings))
              .encode());
    } else {
      findings.problems.forEach(problem -> err.println("leasegate: " + problem));
      findings.warnings.forEach(warning -> err.println("leasegate: warning: " + warning));
      if (findings.problems.isEmpty()) {
        int warnings = findings.warnings.size();
        out.println(
            findings.file
                + ": ok"
                + (warnings == 0 ? "" : ", " + AdminCommand.counted(warnings, "warning")));
      }
    }
    return findings.problems.isEmpty() ? 0 : 1;
  }
}
