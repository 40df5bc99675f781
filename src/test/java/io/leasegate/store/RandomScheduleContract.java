package io.leasegate.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.core.call.Identity;
import io.leasegate.core.grant.Grant;
import io.leasegate.core.grant.GrantRenewal;
import io.leasegate.core.lease.Lease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random operations against a slow model that is obvious. The seed is the name of the test. */
public abstract class RandomScheduleContract extends StoreContract {

  private static final int STEPS = 2_000;
  private static final List<Identity> AGENTS = List.of(ANN, BOB, ELSEWHERE);

  /** What the model knows of a lease. */
  private static final class ModelLease {
    final Identity holder;
    final long endsAt;
    final long most;
    boolean revoked;
    int used;

    ModelLease(Identity holder, long endsAt, long most) {
      this.holder = holder;
      this.endsAt = endsAt;
      this.most = most;
    }

    boolean lives(long now) {
      return !revoked && now < endsAt;
    }
  }

  /** What the model knows of a grant. */
  private static final class ModelGrant {
    final Identity identity;
    final long ttl;
    final @Nullable ModelLease lease;
    long expiresAt;
    boolean revoked;

    ModelGrant(Identity identity, long ttl, @Nullable ModelLease lease, long expiresAt) {
      this.identity = identity;
      this.ttl = ttl;
      this.lease = lease;
      this.expiresAt = expiresAt;
    }

    boolean lives(long now) {
      return !revoked && now < expiresAt && (lease == null || lease.lives(now));
    }
  }

  private final Map<String, ModelLease> modelLeases = new LinkedHashMap<>();
  private final Map<String, ModelGrant> modelGrants = new LinkedHashMap<>();
  private final Map<CallStore.Claim, @Nullable ModelLease> unsettled = new HashMap<>();
  private final List<CallStore.Claim> claims = new ArrayList<>();
  private final Map<ModelLease, Integer> executions = new HashMap<>();
  private long now = T0;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 20_261_129})
  void everyAnswerIsTheModels(long seed) {
    Random random = new Random(seed);
    for (int step = 0; step < STEPS; step++) {
      Identity who = AGENTS.get(random.nextInt(AGENTS.size()));
      switch (random.nextInt(10)) {
        case 0 -> opens(who, random);
        case 1, 2 -> requests(who, random);
        case 3 -> renews(who, random);
        case 4 -> revokes(who, random);
        case 5, 6, 7 -> claims(random);
        case 8 -> settles(random);
        default -> {
          long ms = random.nextInt(20_000);
          now += ms;
          clock.advanceMs(ms);
        }
      }
      agrees(who, "seed " + seed + ", step " + step);
    }
    modelLeases.values().forEach(lease -> assertThat(lease.used).isEqualTo(paid(lease)));
  }

  /** Executions that ended as such, and those that may still. */
  private long paid(ModelLease lease) {
    long open = unsettled.values().stream().filter(payer -> payer == lease).count();
    return executions.getOrDefault(lease, 0) + open;
  }

  private void opens(Identity who, Random random) {
    long total = 1_000L + random.nextInt(120_000);
    long most = random.nextInt(6);
    long live =
        modelLeases.values().stream()
            .filter(lease -> lease.holder.equals(who) && lease.lives(now))
            .count();
    Optional<Lease> lease =
        now(leases().openTask(who, id("l"), "goal", List.of(), Duration.ofMillis(total), most));
    assertThat(lease.isPresent()).isEqualTo(live < MOST);
    lease.ifPresent(it -> modelLeases.put(it.id(), new ModelLease(who, now + total, most)));
  }

  private void requests(Identity who, Random random) {
    long ttl = 1_000L + random.nextInt(60_000);
    AgentRecords records = records(who);
    Optional<Lease> lease =
        random.nextBoolean()
            ? Optional.empty()
            : records.leases().values().stream().filter(it -> it.isHeldBy(who)).findFirst();
    GrantDraft draft = draft("sim:call:x", ttl, lease);
    ModelLease bound = lease.map(it -> modelLeases.get(it.id())).orElse(null);
    IssueResult result = now(grants().issue(who, records.revision(), draft));
    long live =
        modelGrants.values().stream()
            .filter(grant -> grant.identity.equals(who) && grant.lives(now))
            .count();
    if (bound != null && (!bound.lives(now) || bound.endsAt - now < 1_000)) {
      assertThat(result).isInstanceOf(IssueResult.Changed.class);
    } else if (live >= MOST) {
      assertThat(result).isInstanceOf(IssueResult.Full.class);
    } else {
      long first = bound == null ? ttl : Math.min(ttl, bound.endsAt - now);
      Grant grant = ((IssueResult.Issued) result).grant();
      assertThat(grant.expiresAt()).isEqualTo(now + first);
      modelGrants.put(grant.id(), new ModelGrant(who, first, bound, now + first));
    }
  }

  private @Nullable String any(Random random) {
    List<String> live =
        modelGrants.keySet().stream()
            .filter(id -> Objects.requireNonNull(modelGrants.get(id)).lives(now - 5_000))
            .toList();
    return live.isEmpty() ? null : live.get(random.nextInt(live.size()));
  }

  private void renews(Identity who, Random random) {
    String id = any(random);
    ModelGrant grant = id == null ? null : modelGrants.get(id);
    if (id == null || grant == null || !grant.lives(now)) {
      return;
    }
    RenewResult result = now(grants().renew(who, id, 30_000));
    if (!grant.identity.equals(who)) {
      assertThat(result).isInstanceOf(RenewResult.NotFound.class);
    } else if (grant.lease == null) {
      assertThat(result).isEqualTo(new RenewResult.Judged(new GrantRenewal.NotBound()));
    } else {
      grant.expiresAt = Math.min(now + Math.min(grant.ttl, 30_000), grant.lease.endsAt);
      Grant renewed = ((GrantRenewal.Renewed) ((RenewResult.Judged) result).renewal()).grant();
      assertThat(renewed.expiresAt()).isEqualTo(grant.expiresAt);
    }
  }

  private void revokes(Identity who, Random random) {
    if (random.nextInt(4) == 0) {
      List<String> ids = List.copyOf(modelLeases.keySet());
      if (!ids.isEmpty()) {
        String id = ids.get(ids.size() - 1 - random.nextInt(Math.min(6, ids.size())));
        ModelLease lease = Objects.requireNonNull(modelLeases.get(id));
        boolean may = lease.holder.equals(who) && lease.lives(now);
        long bound =
            modelGrants.values().stream()
                .filter(grant -> grant.lease == lease && grant.lives(now))
                .count();
        Optional<LeaseStore.LeaseRevoked> ended = now(leases().revoke(who, id));
        assertThat(ended.map(it -> (long) it.grants()))
            .isEqualTo(may ? Optional.of(bound) : Optional.empty());
        lease.revoked |= may;
      }
      return;
    }
    String id = any(random);
    ModelGrant grant = id == null ? null : modelGrants.get(id);
    if (id != null && grant != null) {
      boolean may = grant.identity.equals(who) && grant.lives(now);
      assertThat(now(grants().revoke(who, id)).isPresent()).isEqualTo(may);
      grant.revoked |= may;
    }
  }

  private void claims(Random random) {
    String id = any(random);
    ModelGrant grant = id == null ? null : modelGrants.get(id);
    if (id == null || grant == null) {
      return;
    }
    CallStore.Claim claim = claim(id("c"), grant.identity, id);
    claims.add(claim);
    CallStore.Verdict verdict = now(calls().claim(claim));
    ModelLease lease = grant.lease;
    boolean may = grant.lives(now) && (lease == null || lease.used < lease.most);
    assertThat(verdict instanceof CallStore.Verdict.Execute).isEqualTo(may);
    if (may) {
      unsettled.put(claim, lease);
      if (lease != null) {
        lease.used++;
      }
    }
  }

  /** Settles a claim, one that is settled or was refused included. */
  private void settles(Random random) {
    if (claims.isEmpty()) {
      return;
    }
    CallStore.Claim claim = claims.get(random.nextInt(claims.size()));
    boolean ran = random.nextBoolean();
    now(calls().settle(claim, ran ? ran() : notRun()));
    if (unsettled.containsKey(claim)) {
      ModelLease lease = unsettled.remove(claim);
      if (lease != null && ran) {
        executions.merge(lease, 1, Integer::sum);
      } else if (lease != null) {
        lease.used--;
      }
    }
  }

  private void agrees(Identity who, String when) {
    AgentRecords records = records(who);
    List<String> live =
        records.grants().stream()
            .filter(grant -> grant.isLive(now))
            .filter(
                grant ->
                    grant
                        .lease()
                        .map(it -> records.leases().get(it.leaseId()))
                        .filter(lease -> lease == null || !lease.isLive(now))
                        .isEmpty())
            .map(Grant::id)
            .toList();
    List<String> expected = new ArrayList<>();
    modelGrants.forEach(
        (id, grant) -> {
          if (grant.identity.equals(who) && grant.lives(now)) {
            expected.add(id);
          }
        });
    assertThat(live).as(when).containsExactlyInAnyOrderElementsOf(expected);
    records
        .leases()
        .forEach(
            (id, lease) ->
                assertThat(lease.budget().orElseThrow().writesUsed())
                    .as(when)
                    .isEqualTo(Objects.requireNonNull(modelLeases.get(id)).used));
  }
}
