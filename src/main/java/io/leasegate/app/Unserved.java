package io.leasegate.app;

import io.leasegate.config.AuthConfig;
import io.leasegate.config.GatewayConfig;
import io.leasegate.config.StoreConfig;
import java.util.ArrayList;
import java.util.List;

/**
 * Settings that the configuration knows and this build does not serve. The gateway refuses to start
 * with them: running without what an operator asked for would be worse.
 */
final class Unserved {

  private Unserved() {}

  /** What is asked for and not there, each with its key. */
  static List<String> in(GatewayConfig config) {
    List<String> problems = new ArrayList<>();
    if (config.store() instanceof StoreConfig.FileStore) {
      problems.add("store.kind: this build has no file store; use kind: memory or redis");
    }
    if (config.server().auth() instanceof AuthConfig.Jwt) {
      problems.add(
          "server.auth.mode: this build reads no tokens; use mode: api-key, or none on a loopback"
              + " address");
    }
    if (config.server().tls().agent().isPresent() || config.server().tls().admin().isPresent()) {
      problems.add("server.tls: this build serves plain HTTP only; leave tls out");
    }
    if (config.audit().file().isPresent()) {
      problems.add(
          "audit.file: this build writes no audit file; leave it out, and use leasegate audit export");
    }
    return problems;
  }
}
