package io.leasegate.store.memory;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * The agents of a workspace of whose keys there are records. They take turns at being swept: a
 * record that is over goes although its agent never comes back. Only touched inside a step of its
 * store.
 */
final class KeyedAgents {

  /** Agents looked at for each new key: what is over goes faster than new ones come. */
  private static final int TURNS = 2;

  private final Queue<Workspace.Agent> turns = new ArrayDeque<>();

  /** The records of one agent. */
  AgentKeys of(Workspace.Agent agent) {
    AgentKeys keys = agent.keys;
    if (keys == null) {
      keys = new AgentKeys();
      agent.keys = keys;
      turns.add(agent);
    }
    return keys;
  }

  /** Forgets a little of what is over; called for each new key. */
  void sweep(long now, long retentionMs) {
    for (int i = Math.min(TURNS, turns.size()); i > 0; i--) {
      Workspace.Agent agent = turns.remove();
      AgentKeys keys = agent.keys;
      if (keys != null && keys.isEmptySwept(now, retentionMs)) {
        agent.keys = null;
      } else {
        turns.add(agent);
      }
    }
  }

  /** How many there are. */
  int size() {
    return turns.size();
  }
}
