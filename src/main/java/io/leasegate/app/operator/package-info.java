/** The commands of operators: over the admin API of a running gateway, or on the files alone. */
@org.jspecify.annotations.NullMarked
package io.leasegate.app.operator;
