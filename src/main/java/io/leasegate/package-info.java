/** LeaseGate: a reactive gateway between AI agents and MCP servers. */
@org.jspecify.annotations.NullMarked
package io.leasegate;
