/**
 * What a key remembers about its call, what a call that comes with the key may do, and the changes
 * that a key goes through. Pure: the time and fresh ids are arguments.
 *
 * <p>Times are milliseconds since 1970-01-01T00:00Z by the clock of the store.
 */
@org.jspecify.annotations.NullMarked
package io.leasegate.core.idempotency;
