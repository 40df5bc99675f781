package io.leasegate.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.core.call.Identity;
import io.leasegate.core.idempotency.Fingerprint;
import io.leasegate.core.idempotency.IdempotencyKey;
import io.leasegate.core.idempotency.KeyClaim;
import io.leasegate.core.idempotency.KeyRecord;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class KeyedAgentsTest {

  private static final long RETENTION = 1_000;

  private final KeyedAgents agents = new KeyedAgents();
  private int named;

  private Workspace.Agent agentWithKeys(int keys, long at) {
    Workspace.Agent agent = new Workspace.Agent(new Identity("acme", "agent-" + named++));
    for (int i = 0; i < keys; i++) {
      agents.sweep(at, RETENTION);
      Fingerprint call = Fingerprint.of(new byte[Fingerprint.LENGTH]);
      agents
          .of(agent)
          .put(
              new IdempotencyKey("k" + i),
              new KeyRecord.Unknown(
                  new KeyClaim("a", call, "sim", "put", at, Optional.empty()), at));
    }
    return agent;
  }

  @Test
  void whatIsOverGoesAlthoughItsAgentNeverComesBack() {
    // Given
    for (int i = 0; i < 100; i++) {
      agentWithKeys(1, 0);
    }

    // When as many others come when that is over
    for (int i = 0; i < 100; i++) {
      agentWithKeys(1, RETENTION);
    }

    // Then
    assertThat(agents.size()).isEqualTo(100);
  }

  @Test
  void whatIsNotOverStays() {
    // Given
    Workspace.Agent agent = agentWithKeys(3, 0);

    // When
    for (int i = 0; i < 100; i++) {
      agents.sweep(RETENTION - 1, RETENTION);
    }

    // Then
    assertThat(agents.of(agent).get(new IdempotencyKey("k0"), RETENTION - 1, RETENTION))
        .isPresent();
  }

  @Test
  void anAgentThatComesBackIsSweptAgain() {
    // Given
    Workspace.Agent agent = agentWithKeys(1, 0);
    agents.sweep(RETENTION, RETENTION);
    int without = agents.size();

    // When
    agents.of(agent);

    // Then
    assertThat(without).isZero();
    assertThat(agents.size()).isEqualTo(1);
  }
}
