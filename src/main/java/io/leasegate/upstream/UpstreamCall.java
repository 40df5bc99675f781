package io.leasegate.upstream;

import io.leasegate.core.call.Identity;
import io.leasegate.jsonrpc.OutboundCall;
import io.leasegate.loop.Loop;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One {@code tools/call} on its way to an upstream.
 *
 * @param loop the event loop on which the call lives, and on which it is answered
 * @param identity whose upstream session serves it, where sessions are per agent
 * @param request the client's bytes and what is changed in them
 * @param sendBy the loop's time from which on nothing is sent any more: the call is {@link
 *     UpstreamAnswer.NotSent} instead, because who looks at its claim later may take it for dead
 * @param late hears an answer that comes after the call was given up for its time, on its loop, at
 *     most once; null: such an answer is not waited for, and the upstream is told to stop
 * @param headers HTTP headers that the gateway adds for this call (fence, trace), lower-case names
 * @param idleNanos longest time without an answer or progress
 * @param maxNanos longest time in all
 */
public record UpstreamCall(
    Loop loop,
    Identity identity,
    OutboundCall request,
    Map<String, String> headers,
    long sendBy,
    long idleNanos,
    long maxNanos,
    CallListener listener,
    Cancellation cancellation,
    @Nullable Consumer<UpstreamAnswer> late) {}
