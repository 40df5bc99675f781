/** The catalogue of tools. */
@org.jspecify.annotations.NullMarked
package io.leasegate.upstream.catalogue;
