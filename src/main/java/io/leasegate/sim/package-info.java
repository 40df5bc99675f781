/**
 * The simulated upstream: a deterministic MCP server for tests, the demo and load. It speaks the
 * revisions with an {@code initialize} handshake, over Streamable HTTP or inside the process.
 */
@org.jspecify.annotations.NullMarked
package io.leasegate.sim;
