package io.leasegate.store.redis;

import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
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

  /** Looks; a server that does not say counts as before. */
  Future<Void> look() {
    return link.send(Request.cmd(Command.INFO).arg("memory"))
        .onSuccess(reply -> judge(reply.toString()))
        .onFailure(cause -> LOG.debug("the eviction policy cannot be read", cause))
        .otherwiseEmpty()
        .mapEmpty();
  }

  private void judge(String memory) {
    memory
        .lines()
        .filter(line -> line.startsWith(FIELD))
        .map(line -> line.substring(FIELD.length()).strip())
        .findFirst()
        .ifPresent(this::set);
  }

  private void set(String policy) {
    String found =
        policy.equals(KEEPS)
            ? null
            : "maxmemory-policy of redis is " + policy + ": only noeviction keeps what was written";
    if (found != null && problem == null) {
      LOG.error(found);
    }
    problem = found;
  }
}
