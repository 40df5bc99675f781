package io.leasegate.upstream;

/**
 * How an upstream is, for readiness, operators and {@code scopegate_upstream_health}.
 *
 * @param ok whether it is connected and its tools were read
 * @param tools tools listed, -1 before the first list
 * @param error what is wrong, or the empty text
 * @param circuit state of its circuit breaker, with the failures in a row
 * @param answeredOnce whether the first attempt to connect has ended, well or not
 */
public record UpstreamHealth(
    boolean ok, int tools, String error, CircuitState circuit, boolean answeredOnce) {}
