package io.leasegate.downstream;

import io.leasegate.core.call.Identity;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;

/** Believes the headers that name agent and workspace. For loopback only. */
final class HeaderIdentity implements Authentication {

  static final CharSequence AGENT = HttpHeaders.createOptimized("x-leasegate-agent");
  static final CharSequence FORMER_AGENT = HttpHeaders.createOptimized("x-scopegate-agent");
  static final CharSequence WORKSPACE = HttpHeaders.createOptimized("x-leasegate-workspace");

  private static final Caller MALFORMED =
      new Caller.Malformed("agent and workspace names are [A-Za-z0-9][A-Za-z0-9._@-]{0,127}");

  @Override
  public Caller caller(HttpServerRequest request) {
    String agent = request.getHeader(AGENT);
    if (agent == null) {
      agent = request.getHeader(FORMER_AGENT);
    }
    String workspace = request.getHeader(WORKSPACE);
    return Identity.of(
            workspace == null ? Identity.DEFAULT : workspace,
            agent == null ? Identity.DEFAULT : agent)
        .<Caller>map(Caller.Known::new)
        .orElse(MALFORMED);
  }
}
