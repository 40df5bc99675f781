/** Collections for very many small records. */
@org.jspecify.annotations.NullMarked
package io.leasegate.core.table;
