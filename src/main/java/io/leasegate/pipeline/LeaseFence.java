package io.leasegate.pipeline;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.leasegate.jsonrpc.JsonStrings;
import io.leasegate.jsonrpc.OutboundCall;
import java.util.Map;
import java.util.Optional;

/**
 * What an upstream hears of the lease that a call runs under. One that refuses a lower generation
 * for the same resource is safe from workers that lost their lease.
 *
 * @param resource of an ownership lease; a task lease excludes nobody
 */
record LeaseFence(String leaseId, long generation, Optional<String> resource) {

  /** The member of {@code _meta}. */
  byte[] metaMember() {
    return ("\""
            + OutboundCall.OWN_META
            + "fence\":{\"lease_id\":"
            + quoted(leaseId)
            + ",\"generation\":"
            + generation
            + resource.map(path -> ",\"resource\":" + quoted(path)).orElse("")
            + "}")
        .getBytes(UTF_8);
  }

  void addTo(Map<String, String> headers) {
    headers.put("x-leasegate-fence", leaseId + ":" + generation);
    resource.ifPresent(path -> headers.put("x-leasegate-fence-resource", path));
  }

  private static String quoted(String text) {
    return new String(JsonStrings.quote(text), UTF_8);
  }
}
