package io.leasegate.pipeline;

import io.leasegate.core.idempotency.IdempotencyKey;
import java.util.Optional;

/**
 * A call that is well formed and within its rate.
 *
 * @param key under which it runs at most once
 */
record Admitted(ToolCall call, Optional<IdempotencyKey> key) {}
