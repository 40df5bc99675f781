/** The whole gateway in one process, for tests. */
@org.jspecify.annotations.NullMarked
package io.leasegate.app;
