/** Tests of the simulated upstream, over real connections. */
@org.jspecify.annotations.NullMarked
package io.leasegate.sim;
