/**
 * Grants: the record, when it lives, how it is renewed, delegated and revoked, and what stands in
 * for one. Pure: the time and fresh ids are arguments.
 *
 * <p>Times are milliseconds since 1970-01-01T00:00Z by the clock of the store: numbers rather than
 * objects, because there may be a million grants.
 */
@org.jspecify.annotations.NullMarked
package io.leasegate.core.grant;
