package io.leasegate.upstream.http;

import io.leasegate.upstream.UpstreamAnswer;
import org.jspecify.annotations.Nullable;

/** How one HTTP request to an upstream ended. */
sealed interface ExchangeEnd {

  /**
   * An end that a caller can be told.
   *
   * @param sessionId the {@code Mcp-Session-Id} header of the answer
   */
  record Answered(UpstreamAnswer answer, @Nullable String sessionId) implements ExchangeEnd {}

  /** The upstream does not know the session: nothing has run, a new session may serve the call. */
  record SessionGone() implements ExchangeEnd {}
}
