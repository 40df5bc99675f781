package io.leasegate.app.operator;

import io.leasegate.app.ConfigOption;
import io.leasegate.config.PolicyCompiler;
import io.leasegate.config.PolicyResult;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which policy file a command reads. */
final class PolicyFileOption {

  @Mixin private ConfigOption config = new ConfigOption();

  @Option(
      names = "--file",
      paramLabel = "<file>",
      description = "The policy file. Default: what the configuration names.")
  private @Nullable Path file;

  PolicyResult load(PrintWriter err) {
    return PolicyCompiler.loader().load(file == null ? configured(err) : file);
  }

  private Path configured(PrintWriter err) {
    return config
        .find(err)
        .flatMap(found -> ConfigOption.load(found, err))
        .orElseThrow(() -> OperatorFailure.refused("or name the policy file with --file"))
        .config()
        .policyFile();
  }

  static String missing(PolicyResult.Missing missing) {
    return missing.file() + ": the policy file is missing; a gateway would deny everything";
  }
}
