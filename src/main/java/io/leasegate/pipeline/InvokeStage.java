package io.leasegate.pipeline;

import io.leasegate.core.grant.Grant;
import io.leasegate.core.grant.LeaseBinding;
import io.leasegate.core.lease.Lease;
import io.leasegate.jsonrpc.OutboundCall;
import io.leasegate.upstream.UpstreamAnswer;
import io.leasegate.upstream.UpstreamCall;
import io.vertx.core.Future;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Sends the call to its upstream, fenced by the lease that it runs under. */
final class InvokeStage {

  /** A call that has ended at its upstream. */
  record Invoked(ClaimStage.Claimed claimed, UpstreamAnswer answer) {}

  Future<Step<Invoked>> invoke(ClaimStage.Claimed claimed) {
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
            Long.MAX_VALUE,
            call.route().idleNanos(),
            call.route().maxNanos(),
            call.listener(),
            call.cancellation(),
            null);
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
