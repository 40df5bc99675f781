package io.leasegate.core.lease;

import static io.leasegate.core.lease.LeaseFixture.AGENT;
import static io.leasegate.core.lease.LeaseFixture.HOUR;
import static io.leasegate.core.lease.LeaseFixture.MINUTE;
import static io.leasegate.core.lease.LeaseFixture.T0;
import static io.leasegate.core.lease.LeaseFixture.act;
import static io.leasegate.core.lease.LeaseFixture.ended;
import static io.leasegate.core.lease.LeaseFixture.lacking;
import static io.leasegate.core.lease.LeaseFixture.owned;
import static io.leasegate.core.lease.LeaseFixture.task;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.core.call.Identity;
import io.leasegate.core.lease.LeaseChange.Changed;
import io.leasegate.core.lease.LeaseChange.Refused;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LeaseOperationsTest {

  private static final OptionalLong UNNAMED = OptionalLong.empty();
  private static final LeaseActor OWNER = LeaseActor.agent("bot");

  @Test
  void anOpenedLeaseIsAtItsFirstGenerationAndVersion() {
    Lease lease = task("l-1", T0, HOUR, 7, "sim", "github");
    assertThat(lease.generation()).isEqualTo(1);
    assertThat(lease.version()).isEqualTo(1);
    assertThat(lease.state()).isEqualTo(LeaseState.ACTIVE);
    assertThat(lease.face()).isEqualTo(LeaseFace.TASK);
    assertThat(lease.times())
        .isEqualTo(new LeaseTimes(T0, T0, T0 + HOUR, OptionalLong.of(T0 + HOUR)));
    assertThat(lease.budget()).contains(new WriteBudget(7, 0));
    assertThat(lease.isHeldBy(AGENT)).isTrue();
    assertThat(lease.isHeldBy(new Identity("acme", "other"))).isFalse();
    assertThat(lease.isHeldBy(new Identity("other", "bot"))).isFalse();
    assertThat(lease.provenance().entries())
        .containsExactly(
            new ProvenanceEntry("a-" + T0, LeaseOperation.OPEN, T0, "bot", Optional.of("r-" + T0)));
  }

  @Test
  void theOwnersRevokeEndsTheLeaseAndKeepsItsGeneration() {
    Lease revoked = changed(revoke(task("l", T0, HOUR, 7), UNNAMED, OWNER));
    assertThat(revoked.state()).isEqualTo(LeaseState.REVOKED);
    assertThat(revoked.end())
        .contains(new LeaseEnd(LeaseState.REVOKED, Optional.of("why"), T0 + MINUTE, OWNER));
    assertThat(revoked.generation()).isEqualTo(1);
    assertThat(revoked.version()).isEqualTo(2);
    assertThat(revoked.provenance().entries())
        .extracting(ProvenanceEntry::operation)
        .containsExactly(LeaseOperation.OPEN, LeaseOperation.REVOKE);
    assertThat(revoked.times().endsAt()).isEqualTo(T0 + HOUR);
  }

  @Test
  void anOperatorRevokesWhoeverHoldsIt() {
    LeaseActor operator = LeaseActor.operator("ops");
    Lease revoked = changed(revoke(task("l", T0, HOUR, 7), OptionalLong.of(1), operator));
    assertThat(revoked.end()).map(LeaseEnd::by).contains(operator);
  }

  @Test
  void anExpiredLeaseCanBeRevoked() {
    Lease expired = task("l", T0, MINUTE / 2, 7);
    assertThat(changed(revoke(expired, UNNAMED, OWNER)).state()).isEqualTo(LeaseState.REVOKED);
  }

  @Test
  void nobodyElseRevokes() {
    assertThat(refused(revoke(task("l", T0, HOUR, 7), UNNAMED, LeaseActor.agent("other"))))
        .isEqualTo(LeaseRefusalCode.NOT_HOLDER);
  }

  @Test
  void anotherGenerationIsStaleBeItOlderOrNeverThere() {
    Lease lease = ended(owned("l", T0, LeaseFixture.AUTHOR, 3), LeaseState.RELEASED, T0);
    for (long generation : new long[] {2, 4}) {
      assertThat(refused(revoke(lease, OptionalLong.of(generation), OWNER)))
          .isEqualTo(LeaseRefusalCode.STALE_GENERATION);
    }
  }

  @Test
  void whatEndedStaysAsItIsWhoeverAsks() {
    Lease ended = ended(owned("l", T0), LeaseState.RELEASED, T0);
    assertThat(refused(revoke(ended, OptionalLong.of(1), LeaseActor.agent("other"))))
        .isEqualTo(LeaseRefusalCode.ENDED);
  }

  @Test
  void anAmbiguousRecordIsProtectedEvenFromItsHolder() {
    assertThat(refused(revoke(lacking(owned("l", T0), "identity"), UNNAMED, OWNER)))
        .isEqualTo(LeaseRefusalCode.LEGACY_AMBIGUOUS);
  }

  @Test
  void writesAreTakenWhileThereAreAnyAndDoNotChangeTheVersion() {
    Lease lease = task("l", T0, HOUR, 1);
    Lease used = changed(LeaseOperations.consumeWrite(lease));
    assertThat(used.budget()).contains(new WriteBudget(1, 1));
    assertThat(used.version()).isEqualTo(lease.version());
    assertThat(refused(LeaseOperations.consumeWrite(used)))
        .isEqualTo(LeaseRefusalCode.WRITE_BUDGET_EXHAUSTED);
    assertThat(LeaseOperations.refundWrite(used)).isEqualTo(lease);
    assertThat(LeaseOperations.refundWrite(lease)).isEqualTo(lease);
  }

  @Test
  void aLeaseWithoutABudgetDoesNotCount() {
    Lease lease = owned("l", T0);
    assertThat(changed(LeaseOperations.consumeWrite(lease))).isEqualTo(lease);
    assertThat(LeaseOperations.refundWrite(lease)).isEqualTo(lease);
  }

  @Test
  void anEndedLeaseStillGetsItsRefund() {
    Lease used = changed(LeaseOperations.consumeWrite(task("l", T0, HOUR, 1)));
    Lease ended = changed(revoke(used, UNNAMED, OWNER));
    assertThat(LeaseOperations.refundWrite(ended).budget()).contains(new WriteBudget(1, 0));
  }

  @Test
  void theRecordKeepsTheNewestChanges() {
    Provenance provenance = Provenance.EMPTY;
    for (int i = 0; i < 40; i++) {
      provenance = provenance.plus(act(i).entry(LeaseOperation.HEARTBEAT));
    }
    List<Long> expected = IntStream.range(8, 40).mapToObj(i -> (long) i).toList();
    assertThat(provenance.entries()).extracting(ProvenanceEntry::at).isEqualTo(expected);
  }

  private static LeaseChange revoke(Lease lease, OptionalLong generation, LeaseActor actor) {
    return LeaseOperations.revoke(lease, generation, Optional.of("why"), act(T0 + MINUTE, actor));
  }

  private static Lease changed(LeaseChange change) {
    assertThat(change).isInstanceOf(Changed.class);
    return ((Changed) change).lease();
  }

  private static LeaseRefusalCode refused(LeaseChange change) {
    assertThat(change).isInstanceOf(Refused.class);
    return ((Refused) change).code();
  }
}
