/** What agents may ask for and what becomes of it. Pure: no clock and no I/O. */
@org.jspecify.annotations.NullMarked
package io.leasegate.core.policy;
