package io.leasegate.store.redis;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.leasegate.core.lease.Lease;
import io.leasegate.core.lease.WriteBudget;
import io.vertx.core.Future;
import java.util.Optional;

/**
 * Leases by what claims and settles say of them: the id, the version and the writes used. A record
 * is the same as long as its version is, so that it is read once and not with each call. Safe from
 * every thread.
 */
final class LeaseFaces {

  private static final int LEASES = 10_000;

  private record Place(String workspace, String id) {}

  private final RedisStore store;
  private final Cache<Place, Lease> leases = Caffeine.newBuilder().maximumSize(LEASES).build();

  LeaseFaces(RedisStore store) {
    this.store = store;
  }

  /** The lease that an answer names; empty when it names none. */
  Future<Optional<Lease>> lease(String workspace, Reply reply) {
    Reply face = reply.array();
    if (face.isEmpty()) {
      return Future.succeededFuture(Optional.empty());
    }
    Place place = new Place(workspace, face.text());
    long version = face.number();
    long used = face.number();
    Lease known = leases.getIfPresent(place);
    return known != null && known.version() == version
        ? Future.succeededFuture(Optional.of(counted(known, used)))
        : read(place);
  }

  private static Lease counted(Lease known, long used) {
    return known
        .budget()
        .map(budget -> known.withBudget(new WriteBudget(budget.maxWrites(), used)))
        .orElse(known);
  }

  private Future<Optional<Lease>> read(Place place) {
    return store
        .ask(Script.READ_LEASE, place.workspace(), place.id())
        .map(reply -> LeaseCodec.readSome(place.workspace(), reply))
        .onSuccess(lease -> lease.ifPresent(it -> leases.put(place, it)));
  }
}
