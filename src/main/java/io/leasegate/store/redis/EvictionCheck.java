package io.leasegate.store.redis;

import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether Redis keeps what it acknowledged when memory is short. A server that evicts would forget
 * a key, and with it that a write has run: nothing is written to such a one. Safe from every
 * thread.
 */
final class EvictionCheck {

  private static final Logger LOG = LoggerFactory.getLogger(EvictionCheck.class);
  private static final String FIELD = "maxmemory_policy:";
  private static final String KEEPS = "noeviction";

  private final RedisLink link;
  private volatile @Nullable String problem;

  EvictionCheck(RedisLink link) {
    this.link = link;
  }

  /** Why nothing may be written, as last looked at. */
  Optional<String> problem() {
    return Optional.ofNullable(problem);
  }

  /** Looks at every master; where none says, it counts as before. */
  Future<Void> look() {
    return link.sendToMasters(Request.cmd(Command.INFO).arg("memory"))
        .onSuccess(this::judge)
        .onFailure(cause -> LOG.debug("the eviction policy cannot be read", cause))
        .otherwiseEmpty()
        .mapEmpty();
  }

  private void judge(List<Response> memories) {
    List<String> policies =
        memories.stream()
            .flatMap(memory -> memory.toString().lines())
            .filter(line -> line.startsWith(FIELD))
            .map(line -> line.substring(FIELD.length()).strip())
            .toList();
    if (!policies.isEmpty()) {
      set(policies.stream().filter(policy -> !policy.equals(KEEPS)).findFirst());
    }
  }

  private void set(Optional<String> policy) {
    String found =
        policy
            .map(
                it ->
                    "maxmemory-policy of redis is "
                        + it
                        + ": only noeviction keeps what was written")
            .orElse(null);
    if (found != null && problem == null) {
      LOG.error(found);
    }
    problem = found;
  }
}
