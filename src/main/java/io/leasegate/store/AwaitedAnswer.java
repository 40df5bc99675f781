package io.leasegate.store;

import io.vertx.core.buffer.Buffer;

/** What a store knows of an answer that one replica waits for and any may get. */
public sealed interface AwaitedAnswer {

  /** It has not come. */
  record Waiting() implements AwaitedAnswer {}

  /** It came; whoever was told this has taken it. */
  record Came(Buffer response) implements AwaitedAnswer {}

  /** The session that it would come in has ended. */
  record NoSession() implements AwaitedAnswer {}
}
