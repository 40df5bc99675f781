/** The story that {@code leasegate demo} tells: an agent, over HTTP, against a running gateway. */
@org.jspecify.annotations.NullMarked
package io.leasegate.app.demo;
