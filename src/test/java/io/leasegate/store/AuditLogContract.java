package io.leasegate.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.leasegate.audit.AuditChain;
import io.leasegate.audit.AuditDraft;
import io.leasegate.audit.AuditEntry;
import io.leasegate.audit.AuditKind;
import io.leasegate.audit.AuditPoint;
import io.leasegate.core.grant.Grant;
import io.leasegate.core.grant.LeaseBinding;
import io.leasegate.core.lease.Lease;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What every {@link AuditLog} does, and what the other ports write into it. */
public abstract class AuditLogContract extends StoreContract {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  protected static AuditDraft note(String agent, long number) {
    return AuditDraft.of(AuditKind.STORE, "noted", agent).with("number", number);
  }

  protected void append(String agent, int entries) {
    for (int i = 0; i < entries; i++) {
      now(audit().append("acme", List.of(note(agent, i))));
    }
  }

  protected AuditLog.Page page(long after, int limit) {
    return now(audit().page("acme", after, limit, AuditLog.Filter.ALL));
  }

  /** All entries, verified page by page. */
  protected List<AuditEntry> verified() {
    AuditLog.Page page = page(0, 100);
    AuditChain chain = new AuditChain("acme", page.from().orElse(AuditPoint.START));
    List<AuditEntry> all = new ArrayList<>();
    while (true) {
      for (AuditEntry entry : page.entries()) {
        assertThat(chain.accept(entry.json())).isEmpty();
        assertThat(entry.hash()).isEqualTo(chain.verified().hash());
        all.add(entry);
      }
      if (page.nextAfter().isEmpty()) {
        assertThat(chain.end(page.head())).isEmpty();
        return all;
      }
      page = page(page.nextAfter().getAsLong(), 100);
    }
  }

  private static JsonNode json(AuditEntry entry) {
    try {
      return MAPPER.readTree(entry.json());
    } catch (JsonProcessingException e) {
      throw new AssertionError(entry.json(), e);
    }
  }

  /** What the step has written: {@code kind operation agent}, in order. */
  private List<String> since(long after) {
    return page(after, 1000).entries().stream()
        .map(
            it ->
                it.kind().wireName()
                    + " "
                    + it.operation()
                    + it.agent().map(agent -> " " + agent).orElse(""))
        .toList();
  }

  private long head() {
    return page(0, 1).head().sequence();
  }

  private JsonNode last() {
    return json(page(head() - 1, 1).entries().get(0));
  }

  @Test
  void entriesAreAChainFromTheFirstOne() {
    // Given
    append("ann", 250);
    now(audit().append("other", List.of(note("ann", 1))));

    // When
    List<AuditEntry> all = verified();

    // Then
    assertThat(all)
        .extracting(AuditEntry::sequence)
        .containsExactlyElementsOf(LongStream.rangeClosed(1, 250).boxed().toList());
    assertThat(json(all.get(0)).path("prev_hash").asText()).isEqualTo("0".repeat(64));
    assertThat(all).extracting(it -> json(it).path("id").asText()).doesNotHaveDuplicates();
    assertThat(all).allMatch(it -> json(it).path("workspace").asText().equals("acme"));
    assertThat(now(audit().page("other", 0, 10, AuditLog.Filter.ALL)).entries()).hasSize(1);
  }

  @Test
  void anEmptyLogHasAHeadBeforeTheFirstEntry() {
    AuditLog.Page page = page(0, 10);

    assertThat(page)
        .isEqualTo(
            new AuditLog.Page(Optional.empty(), AuditPoint.START, List.of(), OptionalLong.empty()));
  }

  @Test
  void sealingIsNoMatterOfWhen() {
    // Given
    append("ann", 3);
    int sealed = now(audit().seal());
    append("ann", 2);

    // When
    int rest = now(audit().seal());

    // Then
    assertThat(List.of(sealed, rest, now(audit().seal()))).containsExactly(3, 2, 0);
    assertThat(verified()).hasSize(5);
  }

  @Test
  void pagesFollowEachOther() {
    // Given
    append("ann", 5);

    // When
    AuditLog.Page first = page(0, 2);
    AuditLog.Page last = page(4, 2);
    AuditLog.Page exact = page(3, 2);
    AuditLog.Page beyond = page(9, 2);

    // Then
    assertThat(first.entries()).extracting(AuditEntry::sequence).containsExactly(1L, 2L);
    assertThat(first.nextAfter()).hasValue(2);
    assertThat(last.entries()).extracting(AuditEntry::sequence).containsExactly(5L);
    assertThat(last.nextAfter()).isEmpty();
    assertThat(exact.nextAfter()).isEmpty();
    assertThat(beyond.entries()).isEmpty();
    assertThat(beyond.nextAfter()).isEmpty();
    assertThat(beyond.head().sequence()).isEqualTo(5);
  }

  @Test
  void aFilterLeavesThePlacesInTheChain() {
    // Given
    append("ann", 3);
    append("bob", 2);
    now(
        audit()
            .append("acme", List.of(AuditDraft.of(AuditKind.POLICY, "reloaded"), note("bob", 9))));

    // When
    AuditLog.Page bobs =
        now(audit().page("acme", 0, 10, new AuditLog.Filter(Optional.of("bob"), Set.of())));
    AuditLog.Page oneOfBobs =
        now(audit().page("acme", 0, 1, new AuditLog.Filter(Optional.of("bob"), Set.of())));
    AuditLog.Page policies =
        now(
            audit()
                .page(
                    "acme",
                    0,
                    10,
                    new AuditLog.Filter(Optional.empty(), Set.of(AuditKind.POLICY))));

    // Then
    assertThat(bobs.entries()).extracting(AuditEntry::sequence).containsExactly(4L, 5L, 7L);
    assertThat(bobs.nextAfter()).isEmpty();
    assertThat(oneOfBobs.entries()).extracting(AuditEntry::sequence).containsExactly(4L);
    assertThat(oneOfBobs.nextAfter()).hasValue(4);
    assertThat(policies.entries()).extracting(AuditEntry::sequence).containsExactly(6L);
  }

  @Test
  void theOldestGoWhenThereAreTooManyAndLeaveAnAnchor() {
    // Given
    append("ann", 5);
    AuditEntry fifth = page(4, 1).entries().get(0);
    append("bob", (int) AUDIT_ENTRIES);
    now(audit().seal());

    // When
    AuditLog.Page page = page(0, 1);

    // Then
    assertThat(page.from()).hasValue(new AuditPoint(5, fifth.hash()));
    assertThat(page.entries().get(0).sequence()).isEqualTo(6);
    assertThat(verified()).hasSize((int) AUDIT_ENTRIES);
    assertThat(now(audit().newest(ANN, 0, 10))).isEmpty();
  }

  @Test
  void whatIsTooOldGoesWithoutNewEntries() {
    // Given
    append("ann", 3);
    now(audit().seal());
    clock.advanceMs(AUDIT_RETENTION);
    append("ann", 1);
    now(audit().seal());

    // When
    int kept = verified().size();
    clock.advanceMs(1);
    now(audit().seal());
    AuditLog.Page page = page(0, 10);

    // Then
    assertThat(kept).isEqualTo(4);
    assertThat(page.from().orElseThrow().sequence()).isEqualTo(3);
    assertThat(page.entries()).extracting(AuditEntry::sequence).containsExactly(4L);
    assertThat(verified()).hasSize(1);
  }

  @Test
  void theNewestOfAnAgentAreKnown() {
    // Given
    append("ann", 2);
    clock.advanceMs(10);
    append("ann", 1);
    append("bob", 5);
    append("ann", 1);

    // When
    List<AuditEntry> newest = now(audit().newest(ANN, 0, 3));
    List<AuditEntry> recent = now(audit().newest(ANN, T0 + 10, 100));

    // Then
    assertThat(newest).extracting(AuditEntry::sequence).containsExactly(9L, 3L, 2L);
    assertThat(recent).extracting(AuditEntry::sequence).containsExactly(9L, 3L);
    assertThat(now(audit().newest(ELSEWHERE, 0, 3))).isEmpty();
    assertThat(newest.get(0).json()).isEqualTo(page(8, 1).entries().get(0).json());
  }

  @Test
  void ofAnAgentAThousandAreKnown() {
    // Given
    append("ann", 1_001);

    // When
    List<AuditEntry> newest = now(audit().newest(ANN, 0, 2_000));

    // Then
    assertThat(newest)
        .extracting(AuditEntry::sequence)
        .containsExactlyElementsOf(
            LongStream.rangeClosed(2, 1_001).map(it -> 1_003 - it).boxed().toList());
  }

  @Test
  void aCallWritesItsBeginAndItsEnd() {
    // Given
    Grant grant = issue(ANN, "sim:call:a", MINUTE);
    long before = head();
    CallStore.Claim claim = claim(grant);

    // When
    now(calls().claim(claim));
    now(calls().settle(claim, ran()));
    now(calls().settle(claim, ran()));

    // Then
    assertThat(since(before)).containsExactly("call call_started ann", "call call_settled ann");
    assertThat(last().path("attempt").asText()).isEqualTo(claim.attempt());
    assertThat(last().path("outcome").asText()).isEqualTo("ok");
  }

  @Test
  void aGrantWritesItsLife() {
    // Given
    Lease lease = open(ANN, HOUR, 5, "sim");
    long before = head();

    // When
    Grant grant = issue(ANN, "sim:call:a", MINUTE, lease);
    JsonNode issued = last();
    Grant delegated = delegate(grant, BOB, 30_000);
    JsonNode passedOn = last();
    now(grants().renew(ANN, grant.id(), HOUR));
    now(grants().revoke(ANN, grant.id()));
    now(grants().revoke(ANN, grant.id()));

    // Then
    assertThat(since(before))
        .containsExactly(
            "grant issued ann",
            "grant delegated bob",
            "grant renewed ann",
            "grant revoked bob",
            "grant revoked ann");
    assertThat(issued.path("grant_id").asText()).isEqualTo(grant.id());
    assertThat(issued.path("origin").asText()).isEqualTo("explicit");
    assertThat(issued.path("rule").asText()).isEqualTo("sim:call:a");
    assertThat(issued.path("ttl_ms").asLong()).isEqualTo(MINUTE);
    assertThat(issued.path("lease_id").asText()).isEqualTo(lease.id());
    assertThat(issued.path("expires_at").asText()).isEqualTo("2027-01-15T08:01:00.000Z");
    assertThat(passedOn.path("from").asText()).isEqualTo("ann");
    assertThat(passedOn.path("parent_grant_id").asText()).isEqualTo(grant.id());
    JsonNode died = json(page(before + 3, 1).entries().get(0));
    assertThat(died.path("grant_id").asText()).isEqualTo(grant.id());
    assertThat(died.path("revoked").get(0).asText()).isEqualTo(delegated.id());
    assertThat(last().path("by").asText()).isEqualTo("agent");
    assertThat(last().path("revoked").get(0).asText()).isEqualTo(grant.id());
  }

  @Test
  void aLeaseWritesUnderTheIdThatItsRecordNames() {
    // Given
    Lease lease = open(ANN, HOUR, 5, "sim");
    JsonNode opened = last();
    Grant bound = issue(ANN, "sim:call:a", MINUTE, lease);
    long before = head();

    // When
    Lease ended =
        now(leases().revokeByOperator("acme", lease.id(), Optional.of("enough")))
            .orElseThrow()
            .lease();

    // Then
    assertThat(since(before)).containsExactly("lease revoke ann", "grant revoked ann");
    JsonNode revoked = json(page(before, 1).entries().get(0));
    assertThat(ended.provenance().entries())
        .extracting(it -> it.auditId())
        .containsExactly(opened.path("id").asText(), revoked.path("id").asText());
    assertThat(opened.path("operation").asText()).isEqualTo("open");
    assertThat(opened.path("lease_id").asText()).isEqualTo(lease.id());
    assertThat(opened.path("generation").asLong()).isEqualTo(1);
    assertThat(opened.path("version").asLong()).isEqualTo(1);
    assertThat(opened.path("actor").path("identity").asText()).isEqualTo("ann");
    assertThat(revoked.path("version").asLong()).isEqualTo(2);
    assertThat(revoked.path("actor").path("operator").asBoolean()).isTrue();
    assertThat(revoked.path("reason").asText()).isEqualTo("enough");
    assertThat(last().path("lease_id").asText()).isEqualTo(lease.id());
    assertThat(last().path("revoked").get(0).asText()).isEqualTo(bound.id());
  }

  private Approval request(String id, String capability, Optional<Lease> lease) {
    return now(approvals()
            .open(
                new ApprovalStore.Draft(
                    id,
                    ANN,
                    capability,
                    MINUTE,
                    lease.map(LeaseBinding::to),
                    "rule",
                    "because",
                    HOUR)))
        .orElseThrow();
  }

  @Test
  void anApprovalWritesItsLife() {
    // Given
    Lease lease = open(ANN, HOUR, 5, "sim");
    long before = head();

    // When
    request("ap-1", "sim:call:a", Optional.empty());
    request("ap-2", "sim:call:b", Optional.empty());
    request("ap-2", "sim:call:b", Optional.empty());
    request("ap-3", "sim:call:c", Optional.of(lease));
    now(approvals().approve("ap-1", "g-1"));
    now(approvals().approve("ap-1", "g-2"));
    now(approvals().deny("ap-2"));
    now(leases().revoke(ANN, lease.id()));

    // Then
    assertThat(since(before))
        .containsExactly(
            "approval requested ann",
            "approval requested ann",
            "approval requested ann",
            "approval approved ann",
            "grant issued ann",
            "approval denied ann",
            "lease revoke ann",
            "approval cancelled ann");
    assertThat(last().path("approval_id").asText()).isEqualTo("ap-3");
    assertThat(last().path("because").asText()).isEqualTo("lease_ended");
    JsonNode approved = json(page(before + 3, 1).entries().get(0));
    assertThat(approved.path("grant_id").asText()).isEqualTo("g-1");
  }

  @Test
  void aKillWritesWhatDiedAndARelease() {
    // Given
    Lease lease = open(ANN, HOUR, 5, "sim");
    Grant grant = issue(ANN, "sim:call:a", MINUTE, lease);
    delegate(grant, BOB, 30_000);
    issue(ANN, "sim:call:b", MINUTE);
    request("ap-1", "sim:call:c", Optional.empty());
    long before = head();

    // When
    now(grants().kill("acme", Optional.of("ann")));
    JsonNode killed = last();
    now(grants().release("acme", Optional.of("ann")));
    now(grants().release("acme", Optional.of("ann")));

    // Then
    assertThat(since(before))
        .containsExactly(
            "lease revoke ann",
            "approval cancelled ann",
            "grant revoked bob",
            "grant revoked ann",
            "kill killed ann",
            "kill released ann");
    assertThat(killed.path("grants_revoked").asInt()).isEqualTo(3);
    assertThat(killed.path("leases_revoked").asInt()).isEqualTo(1);
    assertThat(killed.path("scope").asText()).isEqualTo("agent");
  }

  @Test
  void aRefusalLeavesNoEntry() {
    // Given
    Grant grant = issue(ANN, "sim:call:a", MINUTE);
    long before = head();

    // When
    now(calls().claim(claim(id("c"), BOB, grant.id())));
    now(grants().revoke(BOB, grant.id()));
    now(grants().renew(ANN, grant.id(), HOUR));
    now(leases().revoke(ANN, "l-none"));
    now(approvals().deny("ap-none"));
    records(ANN);

    // Then
    assertThat(since(before)).isEmpty();
  }

  @Test
  void whatCannotBeWrittenDownIsNotBegun() {
    // Given
    Grant grant = issue(ANN, "sim:call:a", HOUR);
    CallStore.Claim running = claim(grant);
    now(calls().claim(running));
    AuditDraft entry = note("ann", 1);
    now(audit().append("acme", Collections.nCopies(100_000, entry)));

    // When, then
    assertThatThrownBy(() -> now(calls().claim(claim(grant))))
        .hasCauseInstanceOf(StoreUnavailable.class);
    assertThatThrownBy(() -> issue(ANN, "sim:call:b", MINUTE))
        .hasCauseInstanceOf(StoreUnavailable.class);
    assertThatThrownBy(() -> open(ANN, HOUR, 1)).hasCauseInstanceOf(StoreUnavailable.class);
    assertThatThrownBy(() -> now(audit().append("acme", List.of(entry))))
        .hasCauseInstanceOf(StoreUnavailable.class);
    assertThat(records(ANN).grants()).containsExactly(grant);
    assertThat(now(calls().settle(running, ran())).acted()).as("what runs may end").isTrue();
    assertThat(now(grants().revoke(ANN, grant.id()))).isPresent();

    // When
    now(audit().seal());

    // Then
    assertThat(verified()).hasSize((int) AUDIT_ENTRIES);
    issue(ANN, "sim:call:b", MINUTE);
  }
}
