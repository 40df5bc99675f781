package io.leasegate.core.policy;

import static io.leasegate.core.policy.PolicyFixture.ask;
import static io.leasegate.core.policy.PolicyFixture.auto;
import static io.leasegate.core.policy.PolicyFixture.bound;
import static io.leasegate.core.policy.PolicyFixture.capability;
import static io.leasegate.core.policy.PolicyFixture.deny;
import static io.leasegate.core.policy.PolicyFixture.entry;
import static io.leasegate.core.policy.PolicyFixture.max;
import static io.leasegate.core.policy.PolicyFixture.number;
import static io.leasegate.core.policy.PolicyFixture.policy;
import static io.leasegate.core.policy.PolicyFixture.redacting;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.core.policy.CallCheck.Passed;
import io.leasegate.core.policy.CallCheck.Refused;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CallCheckTest {

  private static final String PAY = "sim:call:pay";

  @Test
  void denyGlobsAreCheckedAgainByMatch() {
    EffectivePolicy policy = policy(deny("sim:call:p*"), entry(auto("sim:call:*")));
    CallCheck check = policy.checkCall(capability(PAY), ArgumentView.EMPTY, "sim:call:*", true);
    assertThat(check)
        .isInstanceOfSatisfying(
            Refused.class,
            refused -> {
              assertThat(refused.deny().code()).isEqualTo(DenyCode.CEILING_BLOCKED);
              assertThat(refused.deny().detail().orElseThrow().witness()).contains(capability(PAY));
            });
    assertThat(policy.checkCall(capability("sim:call:x"), ArgumentView.EMPTY, "sim:call:*", true))
        .isInstanceOf(Passed.class);
  }

  @Test
  void theConditionsOfTheGrantsRuleHoldOnEveryCall() {
    EffectivePolicy policy = policy(auto(PAY, max("amount", "100")), ask(PAY));
    assertThat(check(policy, "99", PAY)).isInstanceOf(Passed.class);
    assertThat(code(check(policy, "101", PAY))).isEqualTo(DenyCode.NO_RULE);
    assertThat(check(policy, "101", PAY + "#2"))
        .as("approved by a human")
        .isInstanceOf(Passed.class);
  }

  @Test
  void aRuleThatIsGoneIsReplacedByTheFirstThatMatches() {
    EffectivePolicy policy = policy(auto("sim:call:p*", max("amount", "100")));
    assertThat(code(check(policy, "101", PAY))).isEqualTo(DenyCode.NO_RULE);
    assertThat(check(policy, "100", PAY)).isInstanceOf(Passed.class);
  }

  @Test
  void aLiveGrantOutlivesTheRulesOfItsAgent() {
    assertThat(check(policy(auto("other:**")), "1", PAY)).isInstanceOf(Passed.class);
  }

  @Test
  void noUnboundGrantServesACallWhoseRuleRequiresALease() {
    EffectivePolicy policy = policy(bound(PAY), auto("sim:**"));
    assertThat(code(policy.checkCall(capability(PAY), ArgumentView.EMPTY, "sim:**", false)))
        .isEqualTo(DenyCode.LEASE_REQUIRED);
    assertThat(policy.checkCall(capability(PAY), ArgumentView.EMPTY, "sim:**", true))
        .isInstanceOf(Passed.class);
    EffectivePolicy wide = policy(auto(PAY), bound("sim:**"));
    assertThat(code(wide.checkCall(capability(PAY), ArgumentView.EMPTY, "sim:**", false)))
        .as("the grant's own rule")
        .isEqualTo(DenyCode.LEASE_REQUIRED);
  }

  @Test
  void redactionsOfTheGrantsRuleAndOfTheCallsRuleBothApply() {
    EffectivePolicy policy =
        policy(redacting(PAY, Redaction.CARD), redacting("sim:**", Redaction.EMAIL));
    assertThat(check(policy, "1", "sim:**"))
        .isEqualTo(new Passed(Set.of(Redaction.CARD, Redaction.EMAIL)));
    assertThat(check(policy, "1", PAY)).isEqualTo(new Passed(Set.of(Redaction.CARD)));
  }

  private static CallCheck check(EffectivePolicy policy, String amount, String ruleName) {
    return policy.checkCall(capability(PAY), number("amount", amount), ruleName, false);
  }

  private static DenyCode code(CallCheck check) {
    assertThat(check).isInstanceOf(Refused.class);
    return ((Refused) check).deny().code();
  }
}
