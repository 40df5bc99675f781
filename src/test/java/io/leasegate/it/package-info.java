/** Tests of the built program, from outside; run by the profile {@code it}. */
@org.jspecify.annotations.NullMarked
package io.leasegate.it;
