package io.leasegate.app.operator;

import io.leasegate.config.ConfigProblem;
import io.leasegate.config.PolicyFile;
import io.leasegate.config.PolicyResult;
import io.leasegate.core.call.Identity;
import io.leasegate.core.capability.CapabilityGlob;
import io.leasegate.core.capability.ParseResult;
import io.leasegate.core.policy.Decision;
import io.leasegate.core.policy.PolicyRequest;
import io.leasegate.core.policy.TtlText;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says what the policy decides on a request, and why. */
@Command(
    name = "explain",
    description = {
      "Says what the policy file decides when an agent asks for a capability, and why.",
      "Without a gateway: live grants, leases and the kill switch are not looked at."
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:it is granted, or a human is asked",
      "1:it is denied, or there is no policy to explain",
      "2:wrong usage"
    })
final class PolicyExplainCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private PolicyFileOption policy = new PolicyFileOption();

  @Parameters(index = "0", paramLabel = "AGENT", description = "Who asks, such as my-agent.")
  private String agent = "";

  @Parameters(
      index = "1",
      paramLabel = "CAPABILITY",
      description = "What for: <upstream>:<action>:<resource>, or a glob such as sim:call:*.")
  private String capability = "";

  @Option(
      names = "--workspace",
      paramLabel = "<workspace>",
      defaultValue = Identity.DEFAULT,
      description = "The agent's. Default: ${DEFAULT-VALUE}.")
  private String workspace = Identity.DEFAULT;

  @Option(
      names = "--ttl",
      paramLabel = "<time>",
      description = "As the agent asks for it: <n>s, <n>m or <n>h. Default: it names none.")
  private @Nullable String ttl;

  @Option(
      names = "--lease",
      paramLabel = "<time>",
      description = "Under a lease that has so long to go, such as 30m. Default: without a lease.")
  private @Nullable String lease;

  @Option(names = "--json", description = "Answers one JSON object.")
  private boolean json;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    try {
      Identity identity = identity();
      PolicyRequest request = request();
      PolicyExplanation explanation = PolicyExplanation.of(file(err), identity, request);
      if (json) {
        out.println(ExplanationJson.of(explanation).encode());
      } else {
        ExplanationText.print(explanation, out);
      }
      return explanation.decision() instanceof Decision.Deny ? OperatorFailure.REFUSED : 0;
    } catch (OperatorFailure failure) {
      failure.lines().forEach(line -> err.println("leasegate: " + line));
      return failure.status();
    }
  }

  private Identity identity() {
    return Identity.of(workspace, agent)
        .orElseThrow(
            () ->
                OperatorFailure.usage(
                    "AGENT and --workspace must be names: [A-Za-z0-9][A-Za-z0-9._@-]{0,127}"));
  }

  private PolicyRequest request() {
    ParseResult<CapabilityGlob> glob = CapabilityGlob.parse(capability);
    if (glob instanceof ParseResult.Malformed<CapabilityGlob> malformed) {
      throw OperatorFailure.usage(
          "CAPABILITY: " + malformed.reason(), "it is like sim:call:create_issue or sim:call:*");
    }
    Optional<Duration> remaining = Optional.ofNullable(lease).flatMap(TtlText::parse);
    if (lease != null && remaining.isEmpty()) {
      throw OperatorFailure.usage("--lease must be <n>s, <n>m or <n>h, such as 30m");
    }
    return PolicyRequest.explicit(glob.orThrow(), Optional.ofNullable(ttl), remaining);
  }

  private PolicyFile file(PrintWriter err) {
    PolicyResult result = policy.load(err);
    if (result instanceof PolicyResult.Missing missing) {
      throw OperatorFailure.refused(PolicyFileOption.missing(missing));
    }
    if (result instanceof PolicyResult.Invalid invalid) {
      throw OperatorFailure.refused(
          invalid.problems().stream().map(ConfigProblem::toString).toArray(String[]::new));
    }
    return ((PolicyResult.Loaded) result).policy();
  }
}
