package io.leasegate.testing;

import io.vertx.core.Context;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;

/** Keeps one request waiting until the test decides. */
public final class HeldReply implements Reply {

  private record Waiting(Context loop, Received received, HttpServerRequest request) {}

  private final Promise<Waiting> waiting = Promise.promise();

  @Override
  public void answer(Received received, HttpServerRequest request) {
    waiting.tryComplete(new Waiting(Vertx.currentContext(), received, request));
  }

  /** Waits for the request. */
  public Received arrived() {
    return Await.result(waiting.future()).received();
  }

  /** Answers it now. */
  public void release(Reply reply) {
    Waiting held = Await.result(waiting.future());
    held.loop().runOnContext(now -> reply.answer(held.received(), held.request()));
  }
}
