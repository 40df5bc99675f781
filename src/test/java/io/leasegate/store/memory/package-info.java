/** The memory stores under the contracts. */
@org.jspecify.annotations.NullMarked
package io.leasegate.store.memory;
