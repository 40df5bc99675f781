/** What was decided, in a chain that cannot be edited unnoticed. */
@NullMarked
package io.leasegate.audit;

import org.jspecify.annotations.NullMarked;
