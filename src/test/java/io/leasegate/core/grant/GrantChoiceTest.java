package io.leasegate.core.grant;

import static io.leasegate.core.grant.GrantFixture.bound;
import static io.leasegate.core.grant.GrantFixture.free;
import static io.leasegate.core.lease.LeaseFixture.HOUR;
import static io.leasegate.core.lease.LeaseFixture.MINUTE;
import static io.leasegate.core.lease.LeaseFixture.T0;
import static io.leasegate.core.lease.LeaseFixture.task;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.core.lease.Lease;
import java.util.List;
import org.junit.jupiter.api.Test;

class GrantChoiceTest {

  private static final Lease LEASE = task("l", T0, HOUR, 5);

  @Test
  void aBoundGrantComesBeforeALongerUnboundOne() {
    chosen("bound", free("free", T0, HOUR), bound("bound", LEASE, T0, MINUTE));
  }

  @Test
  void ofTwoBoundTheOneThatExpiresLastIsUsed() {
    chosen("long", bound("a", LEASE, T0, MINUTE), bound("long", LEASE, T0, 2 * MINUTE));
  }

  @Test
  void ofEqualExpiriesTheOldestIsUsed() {
    chosen("z", free("a", T0 + 1, MINUTE - 1), free("z", T0, MINUTE));
    chosen("a", free("b", T0, MINUTE), free("a", T0, MINUTE));
  }

  @Test
  void theDeadAreNotChosen() {
    chosen(
        "live",
        bound("revoked", LEASE, T0, HOUR).revoked(RevokedBy.AGENT, T0),
        bound("expired", LEASE, T0 - MINUTE, MINUTE),
        free("live", T0, MINUTE));
    assertThat(GrantChoice.best(List.of(free("g", T0 - MINUTE, MINUTE)), T0)).isEmpty();
  }

  @Test
  void theNewestIsTheOneIssuedLastDeadOrAlive() {
    Grant revoked = free("b", T0 + 1, MINUTE).revoked(RevokedBy.AGENT, T0 + 2);
    assertThat(GrantChoice.newest(List.of(revoked, free("a", T0, HOUR)))).contains(revoked);
    assertThat(GrantChoice.newest(List.of())).isEmpty();
  }

  private static void chosen(String id, Grant... covering) {
    assertThat(GrantChoice.best(List.of(covering), T0).map(Grant::id)).contains(id);
  }
}
