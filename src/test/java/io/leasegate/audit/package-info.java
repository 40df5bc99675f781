@NullMarked
package io.leasegate.audit;

import org.jspecify.annotations.NullMarked;
