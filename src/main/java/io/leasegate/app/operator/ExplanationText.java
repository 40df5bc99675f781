package io.leasegate.app.operator;

import io.leasegate.core.capability.Overlap;
import io.leasegate.core.policy.ArgumentCondition;
import io.leasegate.core.policy.CapabilityRule;
import io.leasegate.core.policy.Decision;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** An explanation as a page for people. */
final class ExplanationText {

  private final PolicyExplanation explanation;
  private final PrintWriter out;

  private ExplanationText(PolicyExplanation explanation, PrintWriter out) {
    this.explanation = explanation;
    this.out = out;
  }

  static void print(PolicyExplanation explanation, PrintWriter out) {
    new ExplanationText(explanation, out).print();
  }

  private void print() {
    line(
        "request",
        explanation.identity().agent()
            + " of workspace "
            + explanation.identity().workspace()
            + " asks for "
            + explanation.capability());
    line(
        "entry",
        explanation.entry().map(PolicyExplanation::entryKey).orElse("none")
            + ": "
            + explanation.why());
    decision();
    denies();
    rules();
    limits();
  }

  private void decision() {
    Decision decision = explanation.decision();
    if (decision instanceof Decision.Deny deny) {
      line("decision", "denied (" + deny.code().wireName() + "): " + deny.reason());
      line("", deny.nextStep());
      return;
    }
    String from = explanation.ttlFrom().map(key -> ", from " + key).orElse("");
    if (decision instanceof Decision.Allow allow) {
      line(
          "decision",
          "granted by rule " + allow.ruleName() + " for " + TimeText.of(allow.ttl()) + from);
      conditions(allow.rule());
    } else if (decision instanceof Decision.NeedsApproval needs) {
      line(
          "decision",
          "a human is asked, by rule "
              + needs.ruleName()
              + "; once approved, for "
              + TimeText.of(needs.ttl())
              + from);
      line("", "the request stays open for " + TimeText.of(needs.approvalTtl()));
      conditions(needs.rule());
    }
  }

  private void conditions(CapabilityRule rule) {
    if (!rule.when().isEmpty()) {
      line(
          "",
          "its calls are refused unless "
              + rule.when().stream()
                  .map(ArgumentCondition::describe)
                  .collect(Collectors.joining(", and ")));
    }
  }

  private void denies() {
    out.println();
    if (explanation.denies().isEmpty()) {
      out.println("no deny globs");
      return;
    }
    TextTable table = new TextTable("DENY", "FROM", "THE REQUEST");
    explanation
        .denies()
        .forEach(deny -> table.add(deny.glob(), deny.from(), overlap(deny.overlap())));
    table.print(out);
  }

  private static String overlap(Overlap overlap) {
    return overlap
        .findWitness()
        .map(witness -> "overlaps it, for example on " + witness.text())
        .orElse(
            overlap.possible() ? "may overlap it: too complex to decide" : "does not overlap it");
  }

  private void rules() {
    out.println();
    if (explanation.rules().isEmpty()) {
      out.println("no rules");
      return;
    }
    TextTable table = new TextTable("RULE", "MATCH", "SAYS", "THE REQUEST");
    explanation
        .rules()
        .forEach(
            rule ->
                table.add(
                    String.valueOf(rule.index()),
                    rule.rule().match(),
                    says(rule.rule()),
                    verdict(rule)));
    table.print(out);
  }

  private static String says(io.leasegate.config.CapabilityRule rule) {
    List<String> words = new ArrayList<>();
    words.add(rule.autoApprove() ? "grant" : "ask a human");
    rule.ttl().ifPresent(ttl -> words.add("ttl " + TimeText.of(ttl)));
    if (rule.leaseRequired()) {
      words.add("lease required");
    }
    if (!rule.when().isEmpty()) {
      words.add("when " + String.join(", ", rule.when().keySet()));
    }
    return String.join("; ", words);
  }

  private static String verdict(PolicyExplanation.RuleVerdict rule) {
    return switch (rule.fit()) {
      case COVERS -> rule.decides() ? "covered: this rule decides" : "covered, but not reached";
      case PARTLY -> "covered only in part";
      case DISJOINT -> "not matched";
    };
  }

  private void limits() {
    out.println();
    TextTable table = new TextTable("LIMIT", "IN FORCE", "FROM");
    explanation.limits().forEach(limit -> table.add(limit.name(), limit.value(), limit.from()));
    table.print(out);
  }

  private void line(String name, String value) {
    out.printf("%-9s %s%n", name, Cell.of(value));
  }
}
