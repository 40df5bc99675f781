@org.jspecify.annotations.NullMarked
package io.leasegate.loop;
