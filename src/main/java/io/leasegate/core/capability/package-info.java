/**
 * Capabilities and the globs over them: parsing, matching, covering and overlap, all decided
 * exactly. Pure: no clock and no I/O.
 */
@org.jspecify.annotations.NullMarked
package io.leasegate.core.capability;
