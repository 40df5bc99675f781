package io.leasegate.downstream;

import io.leasegate.core.call.Identity;
import io.leasegate.upstream.ClientCapabilities;
import io.leasegate.upstream.LogLevel;
import org.jspecify.annotations.Nullable;

/**
 * Who sent a request, and by which rules it is answered.
 *
 * @param door the upstream of {@code /mcp/<upstream>}, or null at {@code /mcp}
 * @param sessionId the legacy session, or null in the stateless era
 * @param traceparent the W3C trace that the request is part of, or null
 * @param capabilities what it can be asked while the request is served
 * @param logLevel the least grave log message that the client wants, or null for none
 */
record Client(
    Identity identity,
    @Nullable String door,
    @Nullable String sessionId,
    ClientCapabilities capabilities,
    @Nullable LogLevel logLevel,
    @Nullable String traceparent) {

  /** Whether the request is of the stateless era (2026-07-28). */
  boolean isModern() {
    return sessionId == null;
  }
}
