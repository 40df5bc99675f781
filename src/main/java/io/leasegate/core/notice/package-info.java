/**
 * Telling an agent in time that what it works under ends soon: when, and with which words. Pure
 * arithmetic; times are milliseconds since 1970-01-01T00:00Z by the clock of the store.
 */
@org.jspecify.annotations.NullMarked
package io.leasegate.core.notice;
