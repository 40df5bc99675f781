/** Calls from the agent's bytes to the upstream's and back. */
@org.jspecify.annotations.NullMarked
package io.leasegate.pipeline;
