/**
 * What tests of the running gateway share: peers that misbehave on purpose, clocks, raw sockets.
 */
@org.jspecify.annotations.NullMarked
package io.leasegate.testing;
