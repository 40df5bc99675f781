package io.leasegate.testing;

import io.vertx.core.Context;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.util.function.Consumer;

/** Answers one request with an event stream, on which the test says what comes when. */
public final class HeldEvents implements Reply {

  private record Open(Context loop, Received received, HttpServerRequest request) {}

  private final Promise<Open> open = Promise.promise();

  @Override
  public void answer(Received received, HttpServerRequest request) {
    Reply.openEvents().answer(received, request);
    open.tryComplete(new Open(Vertx.currentContext(), received, request));
  }

  /** Waits for the request. */
  public Received arrived() {
    return Await.result(open.future()).received();
  }

  /** Sends messages, once the request is there; {@code $ID} stands for its id. */
  public HeldEvents send(String... messages) {
    return onceOpen(
        it -> {
          StringBuilder events = new StringBuilder();
          for (String message : messages) {
            events
                .append("data: ")
                .append(message.replace("$ID", it.received().id()))
                .append("\n\n");
          }
          it.request().response().write(events.toString());
        });
  }

  /** Sends the result and ends the stream. */
  public void end(String text) {
    send("{\"jsonrpc\":\"2.0\",\"id\":$ID,\"result\":{\"content\":[{\"type\":\"text\",\"text\":"
            + Json.quote(text)
            + "}]}}")
        .onceOpen(it -> it.request().response().end());
  }

  /** Cuts the connection. */
  public void cut() {
    onceOpen(it -> it.request().connection().close());
  }

  private HeldEvents onceOpen(Consumer<Open> action) {
    open.future().onSuccess(it -> it.loop().runOnContext(now -> action.accept(it)));
    return this;
  }
}
