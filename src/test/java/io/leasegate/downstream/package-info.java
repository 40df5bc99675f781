/** Hostile and ordinary agents against the running gateway. */
@org.jspecify.annotations.NullMarked
package io.leasegate.downstream;
