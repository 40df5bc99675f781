package io.leasegate.pipeline;

import io.leasegate.core.capability.ParseResult;
import io.leasegate.core.idempotency.IdempotencyKey;
import io.leasegate.jsonrpc.Members;
import io.leasegate.jsonrpc.OutboundCall;
import io.leasegate.jsonrpc.RpcMessage;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The idempotency key of a call: an argument, or a member of {@code _meta}. */
final class IdempotencyKeys {

  private static final String META_KEY = OutboundCall.OWN_META + "idempotency_key";
  private static final ParseResult<Optional<IdempotencyKey>> NONE =
      new ParseResult.Parsed<>(Optional.empty());

  private IdempotencyKeys() {}

  /**
   * The key; {@code null} and the empty text count as none, and two different keys as malformed.
   */
  static ParseResult<Optional<IdempotencyKey>> of(RpcMessage call) {
    ParseResult<Optional<IdempotencyKey>> argument =
        of(call, call.arguments(), OutboundCall.KEY_ARGUMENT);
    ParseResult<Optional<IdempotencyKey>> meta = of(call, call.meta(), META_KEY);
    if (argument instanceof ParseResult.Malformed || isNone(meta)) {
      return argument;
    }
    return isNone(argument) || argument.equals(meta) || meta instanceof ParseResult.Malformed
        ? meta
        : new ParseResult.Malformed<>(
            "the arguments and _meta carry two different idempotency keys; send one");
  }

  private static boolean isNone(ParseResult<Optional<IdempotencyKey>> key) {
    return key.equals(NONE);
  }

  private static ParseResult<Optional<IdempotencyKey>> of(
      RpcMessage call, @Nullable Members members, String name) {
    int i = members == null ? -1 : members.indexOf(name);
    if (members == null || i < 0 || members.kind(i) == 'n') {
      return NONE;
    }
    return members.kind(i) == '"'
        ? IdempotencyKey.parse(call.string(members, name))
        : new ParseResult.Malformed<>(IdempotencyKey.NOT_A_TEXT);
  }
}
