package io.leasegate.bench.load;

import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.RequestOptions;
import java.net.URI;

/**
 * Pipes a request to the upstream and its answer back, both with back pressure. Either side may
 * vanish at any moment; the other is then reset. Bound to the loop of its client.
 */
final class StreamRelay {
  private final HttpClient client;
  private final String host;
  private final int port;

  StreamRelay(HttpClient client, URI upstream) {
    this.client = client;
    this.host = upstream.getHost();
    this.port = upstream.getPort();
  }

  void forward(HttpServerRequest request) {
    request.pause();
    var options =
        new RequestOptions()
            .setMethod(request.method())
            .setHost(host)
            .setPort(port)
            .setURI(request.uri());
    client
        .request(options)
        .compose(onward -> relay(request, onward))
        .onFailure(failure -> refuse(request.response()));
  }

  private static Future<Void> relay(HttpServerRequest request, HttpClientRequest onward) {
    HttpServerResponse back = request.response();
    if (back.closed()) {
      onward.reset();
      return Future.succeededFuture();
    }
    back.exceptionHandler(gone -> onward.reset());
    copyEndToEnd(request.headers(), onward.headers());
    onward.headers().remove(HttpHeaders.HOST);
    return send(request, onward).compose(answer -> answerWith(back, answer));
  }

  private static Future<HttpClientResponse> send(
      HttpServerRequest request, HttpClientRequest onward) {
    boolean sized = request.headers().contains(HttpHeaders.CONTENT_LENGTH);
    boolean chunked = request.headers().contains(HttpHeaders.TRANSFER_ENCODING);
    if (!sized && !chunked) {
      request.resume();
      return onward.send();
    }
    onward.setChunked(chunked);
    return onward.send(request);
  }

  private static Future<Void> answerWith(HttpServerResponse back, HttpClientResponse answer) {
    back.setStatusCode(answer.statusCode());
    copyEndToEnd(answer.headers(), back.headers());
    if (!answer.headers().contains(HttpHeaders.CONTENT_LENGTH)) {
      back.setChunked(true);
    }
    return answer.pipeTo(back);
  }

  private static void copyEndToEnd(MultiMap from, MultiMap to) {
    to.setAll(from);
    to.remove(HttpHeaders.CONNECTION);
    to.remove(HttpHeaders.TRANSFER_ENCODING);
  }

  private static void refuse(HttpServerResponse back) {
    if (back.closed() || back.ended()) {
      return;
    }
    if (back.headWritten()) {
      back.reset();
    } else {
      back.setStatusCode(502).end();
    }
  }
}
