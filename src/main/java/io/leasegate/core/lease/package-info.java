/**
 * One lease for every kind of ownership: the record, what it is at a moment, and the changes it
 * goes through. Pure: the time and fresh ids are arguments.
 *
 * <p>Times are milliseconds since 1970-01-01T00:00Z by the clock of the store, the precision that
 * clients see.
 */
@org.jspecify.annotations.NullMarked
package io.leasegate.core.lease;
