package io.leasegate.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.leasegate.config.PolicyCompiler;
import io.leasegate.config.PolicyResult;
import io.leasegate.core.call.Identity;
import io.leasegate.core.capability.Capability;
import io.leasegate.core.capability.CapabilityGlob;
import io.leasegate.core.policy.ArgumentValue;
import io.leasegate.core.policy.ArgumentView;
import io.leasegate.core.policy.CallCheck;
import io.leasegate.core.policy.Decision;
import io.leasegate.core.policy.EffectivePolicy;
import io.leasegate.core.policy.Policy;
import io.leasegate.core.policy.PolicyRequest;
import io.leasegate.core.policy.TtlText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * docs/policies.md: each yaml block is a policy file that loads, and each decisions block behind it
 * says what that policy decides.
 */
class PolicyDocTest {

  private static final Pattern LINE =
      Pattern.compile(
          "(?<agent>\\S+) (?<verb>requests|calls) (?<capability>\\S+)"
              + "(?: with (?<arguments>\\{.*}))?(?: for (?<ttl>\\S+))?"
              + "(?<lease> under a lease)?(?: with (?<left>\\S+) left)?"
              + " -> (?<expected>.+)");

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder = Path.of("");

  @TestFactory
  List<DynamicTest> everyDecisionIsAsThePageSays() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    Optional<Policy> policy = Optional.empty();
    for (FencedBlocks.Block block : FencedBlocks.of("policies.md")) {
      if (block.language().equals("yaml")) {
        policy = Optional.of(compile(block));
      } else if (block.language().equals("decisions")) {
        Policy inForce = policy.orElseThrow();
        for (String line : block.lines()) {
          tests.add(
              DynamicTest.dynamicTest(
                  line, () -> assertThat(line).isEqualTo(decided(inForce, line))));
        }
      }
    }
    assertThat(tests).hasSizeGreaterThan(20);
    return tests;
  }

  private Policy compile(FencedBlocks.Block block) throws IOException {
    Path file = folder.resolve("policy-" + block.line() + ".yaml");
    Files.writeString(file, block.text());
    PolicyResult result = PolicyCompiler.loader().load(file);
    assertThat(result).isInstanceOf(PolicyResult.Loaded.class);
    return PolicyCompiler.compile(((PolicyResult.Loaded) result).policy());
  }

  /** The line with what the policy really decides. */
  private static String decided(Policy policy, String line) throws IOException {
    Matcher said = LINE.matcher(line);
    assertThat(said.matches()).as(line).isTrue();
    EffectivePolicy rules = policy.forAgent(identity(said.group("agent")));
    String decided =
        said.group("verb").equals("requests") ? request(rules, said) : call(rules, said);
    return line.substring(0, said.start("expected")) + decided;
  }

  private static Identity identity(String name) {
    int slash = name.indexOf('/');
    return slash < 0
        ? new Identity(Identity.DEFAULT, name)
        : new Identity(name.substring(0, slash), name.substring(slash + 1));
  }

  private static String request(EffectivePolicy rules, Matcher said) throws IOException {
    Optional<Duration> leaseLeft =
        said.group("lease") == null
            ? Optional.empty()
            : Optional.of(
                Optional.ofNullable(said.group("left"))
                    .flatMap(TtlText::parse)
                    .orElse(Duration.ofHours(4)));
    Optional<ArgumentView> arguments =
        said.group("arguments") == null ? Optional.empty() : Optional.of(arguments(said));
    return text(
        rules.decide(
            new PolicyRequest(
                CapabilityGlob.parse(said.group("capability")).orThrow(),
                Optional.ofNullable(said.group("ttl")),
                leaseLeft,
                arguments)));
  }

  /** A call under a grant that the first rule for it issued. */
  private static String call(EffectivePolicy rules, Matcher said) throws IOException {
    CallCheck check =
        rules.checkCall(
            Capability.parse(said.group("capability")).orThrow(),
            arguments(said),
            "",
            said.group("lease") != null);
    return check instanceof CallCheck.Refused refused
        ? "refused " + refused.deny().code().wireName()
        : "passes";
  }

  private static ArgumentView arguments(Matcher said) throws IOException {
    JsonNode all = JSON.readTree(Optional.ofNullable(said.group("arguments")).orElse("{}"));
    return path -> value(all.at("/" + path.replace('.', '/')));
  }

  private static ArgumentValue value(JsonNode node) {
    if (node.isTextual()) {
      return new ArgumentValue.Text(node.textValue());
    }
    return node.isNumber()
        ? new ArgumentValue.Numeric(node.decimalValue())
        : ArgumentValue.Other.ABSENT;
  }

  private static String text(Decision decision) {
    if (decision instanceof Decision.Allow allow) {
      return "allow " + text(allow.ttl()) + " by " + allow.ruleName();
    }
    if (decision instanceof Decision.NeedsApproval asks) {
      return "a human decides, " + text(asks.ttl()) + " by " + asks.ruleName();
    }
    return "denied " + ((Decision.Deny) decision).code().wireName();
  }

  private static String text(Duration duration) {
    long seconds = duration.toSeconds();
    if (seconds % 3600 == 0) {
      return seconds / 3600 + "h";
    }
    return seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
  }
}
