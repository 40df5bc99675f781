package io.leasegate.store.redis;

import io.leasegate.core.call.Identity;
import io.leasegate.core.capability.CapabilityGlob;
import io.leasegate.core.grant.Grant;
import io.leasegate.core.grant.KillRule;
import io.leasegate.core.lease.Lease;
import io.leasegate.store.AgentRecords;
import io.vertx.core.json.JsonArray;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a script says that the store knows of an agent. */
final class RecordsCodec {

  /** Digits before the kind of a kill rule: its place in their order. */
  private static final int ORDER_DIGITS = 16;

  /** A kill rule as it is listed. */
  private record Listed(String member, long until) {}

  private RecordsCodec() {}

  static AgentRecords read(Identity identity, Reply reply) {
    String workspace = identity.workspace();
    Reply records = reply.array();
    long now = records.number();
    long revision = records.number();
    boolean killed = records.flag();
    List<Grant> grants = records.all(each -> GrantCodec.read(workspace, each));
    Map<String, Grant> parents = new HashMap<>();
    records
        .all(each -> GrantCodec.read(workspace, each))
        .forEach(parent -> parents.put(parent.id(), parent));
    Map<String, Lease> leases = new HashMap<>();
    records
        .all(each -> LeaseCodec.read(workspace, each.hash()))
        .forEach(lease -> leases.put(lease.id(), lease));
    return new AgentRecords(
        identity,
        revision,
        now,
        killed,
        grants,
        parents,
        leases,
        killRules(identity, records.array()));
  }

  private static List<KillRule> killRules(Identity identity, Reply reply) {
    List<Listed> listed = new ArrayList<>();
    while (reply.hasMore()) {
      listed.add(new Listed(reply.text(), reply.score()));
    }
    return listed.stream()
        .sorted(Comparator.comparing(Listed::member))
        .map(rule -> new KillRule(identity, globs(rule.member()), rule.until()))
        .toList();
  }

  private static List<CapabilityGlob> globs(String member) {
    String globs = member.substring(ORDER_DIGITS + 1);
    List<String> texts =
        member.charAt(ORDER_DIGITS) == 'g'
            ? List.of(globs)
            : new JsonArray(globs).stream().map(Object::toString).toList();
    return texts.stream().map(text -> CapabilityGlob.parse(text).orThrow()).toList();
  }
}
