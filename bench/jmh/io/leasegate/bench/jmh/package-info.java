/** JMH benchmarks of the parts of the hot path, each with a normal and a large input. */
@NullMarked
package io.leasegate.bench.jmh;

import org.jspecify.annotations.NullMarked;
