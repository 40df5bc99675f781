package io.leasegate.pipeline;

import io.leasegate.core.grant.Grant;
import io.leasegate.core.grant.LeaseBinding;
import io.leasegate.core.lease.Lease;
import io.leasegate.jsonrpc.OutboundCall;
import io.leasegate.upstream.Cancellation;
import io.leasegate.upstream.UpstreamAnswer;
import io.leasegate.upstream.UpstreamCall;
import io.vertx.core.Future;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Sends the call to its upstream, fenced by the lease that it runs under. */
final class InvokeStage {

  /** A call that has ended at its upstream. */
  record Invoked(Claimed claimed, UpstreamAnswer answer) {}

  /**
   * @param late hears the answer to a keyed call that had been given up
   */
  Future<Step<Invoked>> invoke(Claimed claimed, Consumer<UpstreamAnswer> late) {
    ToolCall call = claimed.authorized().call();
    Grant grant = claimed.authorized().grant();
    Optional<LeaseFence> fence =
        grant.lease().map(binding -> fence(binding, claimed.authorized().view().leaseOf(grant)));
    byte[][] meta = fence.map(it -> new byte[][] {it.metaMember()}).orElseGet(() -> new byte[0][]);
    UpstreamCall outbound =
        new UpstreamCall(
            call.loop(),
            call.identity(),
            new OutboundCall(call.message(), call.route().tool(), meta),
            headers(call, fence),
            claimed.sendBy(),
            call.route().idleNanos(),
            call.route().maxNanos(),
            call.listener(),
            // what runs under a key goes on without its client: the retry takes the answer
            claimed.isKeyed() ? new Cancellation() : call.cancellation(),
            claimed.isKeyed() ? late : null);
    return call.route()
        .upstream()
        .call(outbound)
        .compose(answer -> Step.go(new Invoked(claimed, answer)));
  }

  private static LeaseFence fence(LeaseBinding binding, Optional<Lease> lease) {
    return new LeaseFence(
        binding.leaseId(),
        binding.generation(),
        lease.flatMap(Lease::resource).map(resource -> resource.path()));
  }

  private static Map<String, String> headers(ToolCall call, Optional<LeaseFence> fence) {
    if (fence.isEmpty() && call.traceparent() == null) {
      return Map.of();
    }
    Map<String, String> headers = new HashMap<>();
    fence.ifPresent(it -> it.addTo(headers));
    if (call.traceparent() != null) {
      headers.put("traceparent", call.traceparent());
    }
    return headers;
  }
}
