/**
 * The stores in Redis, the only user of its client. What is decided is decided by the scripts under
 * {@code lua/}, each one atomic step in the slot of its workspace; this side sends, decodes and
 * tells who listens.
 */
@NullMarked
package io.leasegate.store.redis;

import org.jspecify.annotations.NullMarked;
