package io.leasegate.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.core.grant.Grant;
import io.leasegate.core.grant.LeaseBinding;
import io.leasegate.core.idempotency.Fingerprint;
import io.leasegate.core.idempotency.IdempotencyKey;
import io.leasegate.core.idempotency.KeyedCall;
import io.leasegate.core.lease.Lease;
import io.leasegate.core.policy.RateLimit;
import io.leasegate.store.ApprovalStore;
import io.leasegate.store.CallStore;
import io.leasegate.store.FakeClock;
import io.leasegate.store.SessionRecord;
import io.leasegate.store.StoreContract;
import io.leasegate.store.Stores;
import io.leasegate.testing.RedisCommands;
import io.leasegate.testing.RedisServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a run leaves in Redis is what {@code docs/redis-keys.md} says. */
class RedisKeysTest extends StoreContract {

  private static final Path SCRIPTS = Path.of("main/resources/lua");

  private @Nullable RedisStore store;

  @Override
  protected Stores make(FakeClock clock, long startMillis, int most) {
    store = RedisStores.store(clock, startMillis, most);
    return RedisStores.ports(store);
  }

  private void leaveSomethingOfEverything() {
    Lease lease = open(ANN, HOUR, 5, "sim");
    Grant bound = issue(ANN, "sim:call:a", MINUTE, lease);
    Grant loose = issue(ANN, "sim:call:*", HOUR);
    delegate(loose, BOB, MINUTE);
    now(grants().revokeByOperator("acme", issue(BOB, "sim:call:b", MINUTE).id()));
    now(grants().kill("other", Optional.of("ann")));
    now(grants().countRequest(ANN, true, new RateLimit(3, Duration.ofMinutes(1))));
    now(
        approvals()
            .open(
                new ApprovalStore.Draft(
                    "ap-1",
                    ANN,
                    "sim:call:c",
                    MINUTE,
                    Optional.of(LeaseBinding.to(lease)),
                    "rule",
                    "why",
                    MINUTE)));
    CallStore.KeyUse use =
        new CallStore.KeyUse(
            new IdempotencyKey("a key: {with} much"),
            new KeyedCall(Fingerprint.of(new byte[Fingerprint.LENGTH]), false, false),
            true);
    now(
        calls()
            .claim(
                new CallStore.Claim(
                    "c-1", ANN, bound.id(), "sim", "a", "sim:call:a", true, Optional.of(use))));
    now(
        calls()
            .claim(
                new CallStore.Claim(
                    "c-2", ANN, bound.id(), "sim", "a", "sim:call:a", true, Optional.empty())));
    RedisSessionStore sessions =
        new RedisSessionStore(Objects.requireNonNull(store), 5, Duration.ofMinutes(30));
    now(sessions.open(new SessionRecord("s-1", ANN, "2025-11-25", "{}", Optional.empty())));
    now(sessions.awaitAnswer("s-1", ANN, "lg-1"));
    now(audit().seal());
  }

  @Test
  void everyKeyIsListedAndEveryListedOneIsThere() {
    // When
    leaveSomethingOfEverything();

    // Then
    assertThat(KeyPage.found(RedisServer.shared()))
        .containsExactlyInAnyOrderElementsOf(KeyPage.rows());
  }

  @Test
  void whatGoesByItselfHasATtl() {
    // Given
    List<String> lasting =
        List.of(
            "audit",
            "audit:head",
            "audit:seals",
            "rev",
            "changes",
            "agents",
            "killed",
            "workspaces",
            "schema",
            "grant-ids",
            "grant-expiries",
            "lease-ids",
            "lease-expiries");

    // When
    leaveSomethingOfEverything();

    // Then
    try (RedisCommands commands = RedisServer.shared().commands()) {
      for (String key : commands.texts("KEYS", "*")) {
        boolean lasts = lasting.contains(key.substring(key.indexOf("}:") + 2));
        long ttl = commands.number("PTTL", key);
        assertThat(ttl).as(key).matches(it -> lasts ? it == -1 : it > 0);
      }
    }
  }

  @Test
  void thePageNamesTheScriptsThatTouchAKey() throws Exception {
    for (KeyPage.Row row : KeyPage.rows()) {
      try (Stream<Path> files = Files.walk(SCRIPTS)) {
        List<String> touching =
            files
                .filter(file -> file.toString().endsWith(".lua"))
                .map(file -> SCRIPTS.relativize(file).toString().replace(".lua", ""))
                .filter(
                    path -> {
                      String text = ScriptTexts.resource(path);
                      return row.literals().stream().allMatch(text::contains);
                    })
                .toList();
        assertThat(row.scripts()).as(row.pattern()).containsExactlyInAnyOrderElementsOf(touching);
      }
    }
  }
}
