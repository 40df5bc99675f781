/** The stores in Redis under the contracts, on a real server. */
@org.jspecify.annotations.NullMarked
package io.leasegate.store.redis;
