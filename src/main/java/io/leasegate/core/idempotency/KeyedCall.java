package io.leasegate.core.idempotency;

/**
 * A call that came with a key, as far as the key is concerned.
 *
 * @param repeatable whether running it twice does no harm: the operator says so of the tool, or a
 *     trusted upstream's annotations do
 * @param hasRequestState whether it brings what an upstream asked for
 */
public record KeyedCall(Fingerprint fingerprint, boolean repeatable, boolean hasRequestState) {}
