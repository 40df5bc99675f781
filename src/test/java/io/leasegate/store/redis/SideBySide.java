package io.leasegate.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.audit.AuditChain;
import io.leasegate.audit.AuditEntry;
import io.leasegate.audit.AuditPoint;
import io.leasegate.core.call.Identity;
import io.leasegate.core.grant.KillRule;
import io.leasegate.core.lease.Lease;
import io.leasegate.core.lease.Provenance;
import io.leasegate.store.AgentRecords;
import io.leasegate.store.AuditLog;
import io.leasegate.store.CallStore;
import io.leasegate.store.IssueResult;
import io.leasegate.store.LeaseStore;
import io.leasegate.store.Page;
import io.leasegate.store.Stores;
import io.leasegate.testing.Await;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/**
 * Two stores that are asked the same. Their answers, and what their listeners hear, are compared;
 * not revisions, which only tell whether something has changed, and not ids of audit entries.
 */
final class SideBySide {

  private final Stores one;
  private final Stores other;
  private final List<String> heardOfOne = new CopyOnWriteArrayList<>();
  private final List<String> heardOfOther = new CopyOnWriteArrayList<>();
  private final Map<String, AuditPoint> audited = new HashMap<>();

  SideBySide(Stores one, Stores other) {
    this.one = one;
    this.other = other;
    listen(one, heardOfOne);
    listen(other, heardOfOther);
  }

  private static void listen(Stores stores, List<String> heard) {
    stores.grants().onChange(identity -> heard.add("changed " + identity));
    stores.grants().onGrant(grant -> heard.add("grant " + grant));
    stores.keys().onEnd((identity, key) -> heard.add("end " + identity + " " + key));
  }

  /** Asks both; the answer of the first one. */
  <T> T ask(String what, Function<Stores, Future<T>> question) {
    heardOfOne.clear();
    heardOfOther.clear();
    T answer = Await.result(question.apply(one));
    T same = Await.result(question.apply(other));
    assertThat(comparable(same)).as(what).isEqualTo(comparable(answer));
    assertThat(heardOfOther.stream().distinct().sorted())
        .as(what)
        .containsExactlyElementsOf(heardOfOne.stream().distinct().sorted().toList());
    return answer;
  }

  /** The agent's revisions in both, as a pair that is asked with. */
  Map<Stores, Long> revisions(Identity identity) {
    Map<Stores, Long> revisions = new HashMap<>();
    revisions.put(one, Await.result(one.grants().read(identity)).revision());
    revisions.put(other, Await.result(other.grants().read(identity)).revision());
    return revisions;
  }

  /**
   * Compares what both have written down in a workspace since this was asked last.
   *
   * @return kinds and operations
   */
  Set<String> audit(String workspace) {
    Set<String> operations = new HashSet<>();
    AuditPoint known = audited.getOrDefault(workspace, AuditPoint.START);
    AuditChain chain = new AuditChain(workspace, known);
    while (true) {
      long after = chain.verified().sequence();
      AuditLog.Page page = auditPage(one, workspace, after);
      AuditLog.Page same = auditPage(other, workspace, after);
      assertThat(same.entries())
          .map(SideBySide::comparable)
          .containsExactlyElementsOf(page.entries().stream().map(SideBySide::comparable).toList());
      for (AuditEntry entry : same.entries()) {
        assertThat(chain.accept(entry.json())).isEmpty();
        operations.add(entry.kind().wireName() + " " + entry.operation());
      }
      if (same.nextAfter().isEmpty()) {
        assertThat(page.nextAfter()).isEmpty();
        audited.put(workspace, chain.verified());
        return operations;
      }
    }
  }

  private static AuditLog.Page auditPage(Stores stores, String workspace, long after) {
    return Await.result(stores.audit().page(workspace, after, 700, AuditLog.Filter.ALL));
  }

  /** The newest entries about an agent are the same. */
  void newest(Identity identity, long since, int limit) {
    List<List<String>> newest = new ArrayList<>();
    for (Stores stores : List.of(one, other)) {
      newest.add(
          Await.result(stores.audit().newest(identity, since, limit)).stream()
              .map(SideBySide::comparable)
              .toList());
    }
    assertThat(newest.get(1)).isEqualTo(newest.get(0));
  }

  /** Ids of entries are random, and so are the hashes over them. */
  private static String comparable(AuditEntry entry) {
    JsonObject json = new JsonObject(entry.json());
    json.remove("id");
    json.remove("hash");
    json.remove("prev_hash");
    return json.encode();
  }

  private static Object comparable(Object answer) {
    if (answer instanceof AgentRecords records) {
      return comparable(records);
    }
    if (answer instanceof IssueResult.Changed changed) {
      return List.of("changed", comparable(changed.records()));
    }
    if (answer instanceof Lease lease) {
      return comparable(lease);
    }
    if (answer instanceof LeaseStore.LeaseRevoked revoked) {
      return List.of(comparable(revoked.lease()), revoked.grants());
    }
    if (answer instanceof Optional<?> some) {
      return some.map(SideBySide::comparable);
    }
    if (answer instanceof Page<?> page) {
      return List.of(page.items().stream().map(SideBySide::comparable).toList(), page.next());
    }
    if (answer instanceof CallStore.Verdict.Execute execute) {
      return List.of("execute", execute.lease().map(SideBySide::comparable));
    }
    if (answer instanceof CallStore.Settled settled) {
      return List.of(settled.acted(), settled.lease().map(SideBySide::comparable));
    }
    return answer;
  }

  private static Object comparable(AgentRecords records) {
    Map<String, Object> leases = new TreeMap<>();
    records.leases().forEach((id, lease) -> leases.put(id, comparable(lease)));
    List<KillRule> rules = new ArrayList<>(records.killRules());
    rules.sort(Comparator.comparingLong(KillRule::until).thenComparing(Object::toString));
    return List.of(
        records.identity(),
        records.storeNow(),
        records.killed(),
        records.grants(),
        new TreeMap<>(records.parents()),
        leases,
        rules.stream().map(rule -> rule.until() + " " + texts(rule)).sorted().toList());
  }

  private static List<String> texts(KillRule rule) {
    return rule.globs().stream().map(glob -> glob.text()).toList();
  }

  private static Object comparable(Lease lease) {
    List<Object> acts =
        lease.provenance().entries().stream()
            .<Object>map(
                act -> List.of(act.operation(), act.at(), act.actor(), act.requestId().orElse("")))
            .toList();
    Lease plain =
        new Lease(
            lease.workspace(),
            lease.id(),
            lease.face(),
            lease.taskClass(),
            lease.resource(),
            lease.holder(),
            lease.artifacts(),
            lease.scope(),
            lease.budget(),
            lease.times(),
            lease.terms(),
            lease.generation(),
            lease.version(),
            lease.end(),
            lease.missing(),
            Provenance.EMPTY);
    return List.of(plain, acts);
  }
}
