package io.leasegate.app.demo;

import java.net.URI;
import java.nio.file.Path;

/**
 * Where the gateway of the demo is reached.
 *
 * @param mcp the address of {@code /mcp}
 * @param admin the operator's address, without a path
 * @param token the file that holds the operator's token
 */
public record DemoGateway(URI mcp, URI admin, Path token) {}
