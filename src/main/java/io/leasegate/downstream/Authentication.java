package io.leasegate.downstream;

import io.leasegate.core.call.Credential;
import io.leasegate.core.call.Identity;
import io.vertx.core.http.HttpServerRequest;
import java.util.Optional;
import java.util.function.Function;

/** How the agent listener knows whom a request is from. */
public interface Authentication {

  /** Whom a request is from, or why it is turned away. */
  sealed interface Caller {

    record Known(Identity identity) implements Caller {}

    /** The request names nobody that could be. */
    record Malformed(String why) implements Caller {}

    /**
     * The request shows no credential, or none that is good.
     *
     * @param challenge the value of {@code WWW-Authenticate}
     */
    record Unauthenticated(String challenge, String why) implements Caller {}

    /** The credential is good, and another's than the request says. */
    record Forbidden(String why) implements Caller {}
  }

  Caller caller(HttpServerRequest request);

  /** Nobody has to prove anything: the headers are believed. */
  static Authentication none() {
    return new HeaderIdentity();
  }

  /**
   * Agents show {@code Authorization: Bearer}; the credential fixes who they are.
   *
   * @param credentials what a bearer text of visible ASCII stands for; safe from every thread
   */
  static Authentication bearer(Function<String, Optional<Credential>> credentials) {
    return new BearerCredential(credentials);
  }
}
