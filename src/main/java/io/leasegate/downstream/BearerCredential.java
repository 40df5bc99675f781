package io.leasegate.downstream;

import io.leasegate.core.call.Credential;
import io.leasegate.core.call.Identity;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Knows callers by {@code Authorization: Bearer} (RFC 6750, section 2.1). The headers that name an
 * agent or a workspace may be there as well, and then have to say the same.
 */
final class BearerCredential implements Authentication {

  private static final String SCHEME = "Bearer";
  private static final Caller NONE =
      new Caller.Unauthenticated(
          "Bearer", "a credential is needed: send Authorization: Bearer <key>");
  private static final Caller SEVERAL =
      new Caller.Unauthenticated("Bearer", "there is more than one Authorization header");
  private static final Caller BAD =
      new Caller.Unauthenticated("Bearer error=\"invalid_token\"", "the credential is not good");
  private static final Caller OTHER_AGENT =
      new Caller.Forbidden(
          "the credential is another agent's than X-LeaseGate-Agent says; leave the header out");
  private static final Caller OTHER_WORKSPACE =
      new Caller.Forbidden(
          "the credential is for another workspace than X-LeaseGate-Workspace says; leave the"
              + " header out");

  private final Function<String, Optional<Credential>> credentials;

  BearerCredential(Function<String, Optional<Credential>> credentials) {
    this.credentials = credentials;
  }

  @Override
  public Caller caller(HttpServerRequest request) {
    MultiMap headers = request.headers();
    List<String> shown = headers.getAll(HttpHeaders.AUTHORIZATION);
    if (shown.size() != 1) {
      return shown.isEmpty() ? NONE : SEVERAL;
    }
    String authorization = shown.get(0);
    if (!isBearer(authorization)) {
      return NONE;
    }
    String token = token(authorization);
    return token.isEmpty()
        ? BAD
        : credentials
            .apply(token)
            .map(credential -> claimed(headers, credential.identity()))
            .orElse(BAD);
  }

  private static boolean isBearer(String authorization) {
    return authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
        && authorization.length() > SCHEME.length()
        && authorization.charAt(SCHEME.length()) == ' ';
  }

  /** What follows the scheme and its spaces, if it is visible ASCII; else nothing. */
  private static String token(String authorization) {
    int from = SCHEME.length();
    while (from < authorization.length() && authorization.charAt(from) == ' ') {
      from++;
    }
    for (int i = from; i < authorization.length(); i++) {
      char c = authorization.charAt(i);
      if (c <= ' ' || c > '~') {
        return "";
      }
    }
    return authorization.substring(from);
  }

  private static Caller claimed(MultiMap headers, Identity identity) {
    if (!onlySays(headers, HeaderIdentity.AGENT, identity.agent())
        || !onlySays(headers, HeaderIdentity.FORMER_AGENT, identity.agent())) {
      return OTHER_AGENT;
    }
    return onlySays(headers, HeaderIdentity.WORKSPACE, identity.workspace())
        ? new Caller.Known(identity)
        : OTHER_WORKSPACE;
  }

  /** Whether the header is absent, or says this each time. */
  private static boolean onlySays(MultiMap headers, CharSequence name, String value) {
    if (!headers.contains(name)) {
      return true;
    }
    return headers.getAll(name).stream().allMatch(value::equals);
  }
}
