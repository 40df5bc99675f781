/** Tests of the operators' side. */
@org.jspecify.annotations.NullMarked
package io.leasegate.admin;
