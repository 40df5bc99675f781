/**
 * The load harness: contestants in front of one fixed-answer upstream, measured in alternating
 * slices of one run so that only ratios within the run are compared.
 */
@NullMarked
package io.leasegate.bench.load;

import org.jspecify.annotations.NullMarked;
