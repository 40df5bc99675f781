package io.leasegate.core.lease;

/**
 * Who changes a lease.
 *
 * @param name the agent or the operator
 * @param operator whether the change is an operator's order rather than the act of an agent on its
 *     own lease
 */
public record LeaseActor(String name, boolean operator) {

  public static LeaseActor agent(String name) {
    return new LeaseActor(name, false);
  }

  public static LeaseActor operator(String name) {
    return new LeaseActor(name, true);
  }
}
