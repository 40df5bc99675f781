/** Contract suites of the stores: what every store must do, whatever it keeps things in. */
@org.jspecify.annotations.NullMarked
package io.leasegate.store;
