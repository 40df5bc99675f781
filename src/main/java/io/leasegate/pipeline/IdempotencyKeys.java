package io.leasegate.pipeline;

import io.leasegate.jsonrpc.Members;
import io.leasegate.jsonrpc.OutboundCall;
import io.leasegate.jsonrpc.RpcMessage;
import org.jspecify.annotations.Nullable;

/** The idempotency key of a call: an argument, or a member of {@code _meta}. */
final class IdempotencyKeys {

  private static final String META_KEY = OutboundCall.OWN_META + "idempotency_key";

  private IdempotencyKeys() {}

  /** Whether there is one; {@code null} and the empty text count as none. */
  static boolean isPresent(RpcMessage call) {
    return holds(call, call.arguments(), OutboundCall.KEY_ARGUMENT)
        || holds(call, call.meta(), META_KEY);
  }

  private static boolean holds(RpcMessage call, @Nullable Members members, String name) {
    int i = members == null ? -1 : members.indexOf(name);
    return i >= 0
        && members != null
        && members.kind(i) != 'n'
        && !"".equals(call.string(members, name));
  }
}
