package io.leasegate.pipeline;

import io.leasegate.core.call.Identity;
import io.leasegate.jsonrpc.RpcMessage;
import io.leasegate.loop.Loop;
import io.leasegate.upstream.CallListener;
import io.leasegate.upstream.Cancellation;
import io.leasegate.upstream.catalogue.ToolRoute;
import org.jspecify.annotations.Nullable;

/**
 * A {@code tools/call} as it enters the pipeline. Bound to its loop.
 *
 * @param requestId names the call in logs and spans
 * @param traceparent the trace that the client is part of, as its header says, or null
 * @param passedThrough whether it came in at {@code /mcp/<upstream>}, where results are left alone
 */
public record ToolCall(
    Loop loop,
    Identity identity,
    String requestId,
    ToolRoute route,
    RpcMessage message,
    boolean passedThrough,
    @Nullable String traceparent,
    CallListener listener,
    Cancellation cancellation) {}
