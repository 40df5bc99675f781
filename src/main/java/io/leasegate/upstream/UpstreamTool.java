package io.leasegate.upstream;

import io.leasegate.jsonrpc.ToolObject;

/**
 * One tool as its upstream lists it.
 *
 * @param name the upstream's own name
 * @param json the tool object, byte for byte, with what the gateway reads of it
 */
public record UpstreamTool(String name, ToolObject json) {}
