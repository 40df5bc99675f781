package io.leasegate.core.call;

import io.leasegate.core.policy.Permission;
import java.util.List;
import java.util.Set;

/**
 * What a key or a token stands for. It holds no secret.
 *
 * @param id its name in the file, for logs; the form of an agent's name
 * @param roles the roles that its agent may act in for leases
 * @param permissions what its agent may do with leases
 */
public record Credential(
    String id, Identity identity, List<String> roles, Set<Permission> permissions) {

  public Credential {
    roles = List.copyOf(roles);
    permissions = Set.copyOf(permissions);
  }
}
