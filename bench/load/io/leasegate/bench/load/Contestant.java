package io.leasegate.bench.load;

import java.net.InetSocketAddress;
import java.net.URI;

/**
 * One way to the stub upstream that is measured.
 *
 * @param name as given on the command line and printed
 * @param address where its connections go
 * @param request what they send
 * @param server whose CPU time counts; for the way without a proxy, the stub itself
 */
record Contestant(
    String name, InetSocketAddress address, RequestTemplate request, ServerProcess server) {

  static Contestant of(String name, URI mcp, RequestTemplate request, ServerProcess server) {
    return new Contestant(
        name, new InetSocketAddress(mcp.getHost(), mcp.getPort()), request, server);
  }
}
