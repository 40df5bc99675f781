package io.leasegate.upstream.channel;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.leasegate.core.time.TimerWheel;
import io.leasegate.jsonrpc.RpcMessage;
import io.leasegate.loop.Loop;
import io.leasegate.upstream.UpstreamProblem;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The gateway's own requests over one channel ({@code initialize}, {@code tools/list}), each with a
 * time limit. Bound to the home loop.
 */
final class InternalRequests {

  private static final int MAX_MESSAGE = 200;

  private final Loop loop;
  private final MessageChannel channel;
  private final LongSupplier ids;
  private final long limitNanos;
  private final Map<Long, Request> waiting = new HashMap<>();
  private @Nullable String ended;

  InternalRequests(Loop loop, MessageChannel channel, LongSupplier ids, long limitNanos) {
    this.loop = loop;
    this.channel = channel;
    this.ids = ids;
    this.limitNanos = limitNanos;
  }

  /** One request that waits for its answer. */
  private final class Request extends TimerWheel.Timer {
    private final long id;
    private final String method;
    private final Promise<RpcMessage> promise = Promise.promise();

    Request(long id, String method) {
      this.id = id;
      this.method = method;
    }

    @Override
    protected void fire() {
      fail(id, "did not answer " + method + " in time");
    }
  }

  /** Sends a request. Fails with {@link UpstreamProblem} when no result comes. */
  Future<RpcMessage> request(String method, String params) {
    if (ended != null) {
      return Future.failedFuture(new UpstreamProblem(ended));
    }
    Request request = new Request(ids.getAsLong(), method);
    String text =
        "{\"jsonrpc\":\"2.0\",\"id\":"
            + request.id
            + ",\"method\":\""
            + method
            + "\",\"params\":"
            + params
            + "}";
    waiting.put(request.id, request);
    if (channel.send(Buffer.buffer(text.getBytes(UTF_8))) == null) {
      waiting.remove(request.id);
      return Future.failedFuture(new UpstreamProblem("does not read what it is sent"));
    }
    loop.start(request, limitNanos);
    return request.promise.future();
  }

  /** An answer came. False when it is to none of these requests. */
  boolean answered(long id, RpcMessage answer) {
    if (answer.kind() == RpcMessage.Kind.ERROR) {
      Request request = waiting.get(id);
      String message = answer.string(answer.error(), "message");
      return request != null
          && fail(id, "answered " + request.method + " with an error: " + clipped(message));
    }
    Request request = take(id);
    if (request == null) {
      return false;
    }
    request.promise.complete(answer);
    return true;
  }

  /** No usable answer will come. False when the id is none of these requests. */
  boolean fail(long id, String why) {
    Request request = take(id);
    if (request == null) {
      return false;
    }
    request.promise.fail(new UpstreamProblem(why));
    return true;
  }

  /** The channel has ended. */
  void failAll(String why) {
    ended = why;
    new ArrayList<>(waiting.keySet()).forEach(id -> fail(id, why));
  }

  /** Text of the upstream's that ends up in logs and in the answers of others. */
  private static String clipped(@Nullable String message) {
    byte[] text = String.valueOf(message).getBytes(UTF_8);
    return ChildLog.printable(text, Math.min(text.length, MAX_MESSAGE));
  }

  private @Nullable Request take(long id) {
    Request request = waiting.remove(id);
    if (request != null) {
      loop.stop(request);
    }
    return request;
  }
}
