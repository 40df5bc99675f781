package io.leasegate.core.grant;

import static io.leasegate.core.grant.GrantFixture.glob;
import static io.leasegate.core.lease.LeaseFixture.AGENT;
import static io.leasegate.core.lease.LeaseFixture.HOUR;
import static io.leasegate.core.lease.LeaseFixture.T0;
import static io.leasegate.core.lease.LeaseFixture.ended;
import static io.leasegate.core.lease.LeaseFixture.owned;
import static io.leasegate.core.lease.LeaseFixture.task;
import static io.leasegate.core.lease.LeaseFixture.todo;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.core.call.Identity;
import io.leasegate.core.error.ErrorCode;
import io.leasegate.core.lease.Lease;
import io.leasegate.core.lease.LeaseState;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class LeaseForGrantTest {

  private static final Lease TASK = task("l", T0, HOUR, 5, "sim");
  private static final OptionalLong UNNAMED = OptionalLong.empty();

  @Test
  void aLiveTaskLeaseOverTheUpstreamIsUsable() {
    assertThat(judge(TASK, UNNAMED, "sim:call:echo", T0 + 1))
        .isEqualTo(new LeaseForGrant.Usable(new LeaseBinding("l", 1), HOUR - 1));
    assertThat(judge(TASK, OptionalLong.of(2), "sim:call:echo", T0))
        .isEqualTo(refused(ErrorCode.STALE_GENERATION));
  }

  @Test
  void anOwnershipLeaseNeedsItsGeneration() {
    Lease lease = owned("o", T0);
    assertThat(judge(lease, UNNAMED, "sim:call:echo", T0))
        .isEqualTo(new LeaseForGrant.GenerationMissing());
    assertThat(judge(lease, OptionalLong.of(1), "sim:call:echo", T0))
        .isEqualTo(new LeaseForGrant.Usable(new LeaseBinding("o", 1), 12 * HOUR));
  }

  @Test
  void whatIsNotThereAndWhatIsAnothersIsOneAnswer() {
    LeaseForGrant notFound = refused(ErrorCode.LEASE_NOT_FOUND);
    assertThat(LeaseForGrant.judge(Optional.empty(), AGENT, UNNAMED, glob("sim:call:echo"), T0))
        .isEqualTo(notFound);
    assertThat(
            LeaseForGrant.judge(
                Optional.of(TASK),
                new Identity("acme", "other"),
                UNNAMED,
                glob("sim:call:echo"),
                T0))
        .isEqualTo(notFound);
    assertThat(judge(todo("t", T0, HOUR), OptionalLong.of(1), "sim:call:echo", T0))
        .isEqualTo(notFound);
  }

  @Test
  void anEndedLeaseSaysHowItEnded() {
    assertThat(judge(TASK, UNNAMED, "sim:call:echo", T0 + HOUR))
        .isEqualTo(refused(ErrorCode.LEASE_EXPIRED));
    assertThat(judge(ended(TASK, LeaseState.REVOKED, T0), UNNAMED, "sim:call:echo", T0))
        .isEqualTo(refused(ErrorCode.LEASE_REVOKED));
  }

  @Test
  void aRequestBeyondItsUpstreamsIsOutOfScope() {
    assertThat(judge(TASK, UNNAMED, "github:call:echo", T0))
        .isEqualTo(refused(ErrorCode.UPSTREAM_OUT_OF_SCOPE));
    assertThat(judge(TASK, UNNAMED, "*:call:echo", T0))
        .isEqualTo(refused(ErrorCode.UPSTREAM_OUT_OF_SCOPE));
  }

  private static LeaseForGrant judge(
      Lease lease, OptionalLong generation, String request, long now) {
    return LeaseForGrant.judge(Optional.of(lease), AGENT, generation, glob(request), now);
  }

  private static LeaseForGrant refused(ErrorCode code) {
    return new LeaseForGrant.Refused(code);
  }
}
