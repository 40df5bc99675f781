package io.leasegate.upstream.http;

import io.leasegate.core.time.TimerWheel;
import io.leasegate.jsonrpc.RpcMessage;
import io.leasegate.jsonrpc.RpcScanner;
import io.leasegate.jsonrpc.Scan;
import io.leasegate.loop.Loop;
import io.leasegate.upstream.Backoff;
import io.leasegate.upstream.ToolListing;
import io.leasegate.upstream.ToolPages;
import io.vertx.core.Future;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the tool list of one HTTP upstream: reads it, listens for changes on the session's GET
 * stream, reads again each minute where there is no stream, and begins anew with growing pauses
 * when the upstream is away. The last good list stays. Bound to the home loop; the list and the
 * problem can be read from everywhere.
 */
final class ListingKeeper {

  private static final Logger LOG = LoggerFactory.getLogger(ListingKeeper.class);
  private static final long REREAD_NANOS = 60_000_000_000L;
  private static final long DEBOUNCE_NANOS = 100_000_000L;
  private static final long SHORT_STREAM_NANOS = 5_000_000_000L;
  private static final long MAX_EVENT_BYTES = 1 << 20;

  private final Loop loop;
  private final HttpPeer peer;
  private final HttpSessions sessions;
  private final Backoff backoff;
  private final RpcScanner scanner;
  private final Runnable onListing;
  private final TimerWheel.Timer next =
      new TimerWheel.Timer() {
        @Override
        protected void fire() {
          read();
        }
      };
  private volatile @Nullable ToolListing listing;
  private volatile String problem = "has not answered yet";
  private volatile boolean answeredOnce;
  private @Nullable HttpSession listenedTo;
  private @Nullable HttpClientRequest stream;
  private long listeningSince;
  private boolean reading;
  private boolean soon;
  private boolean again;
  private boolean stopped;

  ListingKeeper(
      Loop loop,
      HttpPeer peer,
      HttpSessions sessions,
      Backoff backoff,
      RpcScanner scanner,
      Runnable onListing) {
    this.loop = loop;
    this.peer = peer;
    this.sessions = sessions;
    this.backoff = backoff;
    this.scanner = scanner;
    this.onListing = onListing;
  }

  @Nullable ToolListing listing() {
    return listing;
  }

  /** What is wrong, or the empty text. */
  String problem() {
    return problem;
  }

  /** Whether the first attempt has ended. */
  boolean answeredOnce() {
    return answeredOnce;
  }

  void start() {
    read();
  }

  void stop() {
    stopped = true;
    loop.stop(next);
    closeStream();
  }

  /** A call could not connect: look whether the upstream is still there. */
  void noteTrouble() {
    if (problem.isEmpty()) {
      read();
    }
  }

  private void read() {
    if (stopped) {
      return;
    }
    if (reading) {
      again = true;
      return;
    }
    reading = true;
    soon = false;
    again = false;
    loop.stop(next);
    sessions
        .own(loop)
        .compose(
            session ->
                readTools(session)
                    .map(
                        tools -> {
                          publish(tools);
                          listen(session);
                          return session;
                        }))
        .onComplete(
            ended -> {
              reading = false;
              answeredOnce = true;
              if (ended.failed()) {
                failed(String.valueOf(ended.cause().getMessage()));
              } else {
                problem = "";
                backoff.reset();
                loop.start(next, again ? DEBOUNCE_NANOS : REREAD_NANOS);
              }
            });
  }

  private Future<ToolListing> readTools(HttpSession session) {
    return ToolPages.read((method, params) -> peer.request(loop, session, method, params))
        .map(tools -> new ToolListing(tools, session.facts().instructions()));
  }

  private void publish(ToolListing read) {
    boolean changed = !read.sameAs(listing);
    listing = read;
    if (changed) {
      LOG.atInfo()
          .addKeyValue("upstream", peer.name())
          .addKeyValue("tools", read.tools().size())
          .log("tool list read");
      onListing.run();
    }
  }

  private void failed(String why) {
    if (stopped) {
      return;
    }
    if (!why.equals(problem)) {
      LOG.atWarn()
          .addKeyValue("upstream", peer.name())
          .addKeyValue("problem", why)
          .log("upstream is away; trying again");
    }
    problem = why;
    closeStream();
    sessions.dropOwn();
    loop.start(next, backoff.next() * 1_000_000);
  }

  /**
   * Opens the GET stream of the session. An upstream without one answers 405; after another failure
   * it is tried again behind the next read.
   */
  private void listen(HttpSession session) {
    if (listenedTo == session) {
      return;
    }
    closeStream();
    listenedTo = session;
    peer.client(loop)
        .request(peer.options(HttpMethod.GET, session))
        .compose(
            request -> {
              request.exceptionHandler(lost -> {});
              if (stopped || listenedTo != session) {
                request.reset();
                return Future.failedFuture("not wanted any more");
              }
              stream = request;
              return request.send();
            })
        .onSuccess(response -> listenTo(session, response))
        .onFailure(lost -> notListening(session));
  }

  private void listenTo(HttpSession session, HttpClientResponse response) {
    String type = response.getHeader("content-type");
    if (response.statusCode() != 200 || type == null || !type.startsWith("text/event-stream")) {
      stream = null;
      if (response.statusCode() != 405) {
        notListening(session);
      }
      response.exceptionHandler(lost -> {});
      response.request().reset();
      return;
    }
    listeningSince = loop.nanoTime();
    ReplyQueue replies =
        new ReplyQueue(
            answer -> peer.reply(loop, session, answer), response::pause, response::resume);
    EventStreamParser parser =
        new EventStreamParser(MAX_EVENT_BYTES, event -> heard(replies, event), this::closeStream);
    response.handler(parser::take);
    response.exceptionHandler(lost -> streamEnded(session));
    response.endHandler(ended -> streamEnded(session));
  }

  private void notListening(HttpSession session) {
    if (listenedTo == session) {
      listenedTo = null;
      stream = null;
    }
  }

  private void heard(ReplyQueue replies, byte[] event) {
    if (!(scanner.scan(event) instanceof Scan.One one)) {
      return;
    }
    RpcMessage message = one.message();
    if (message.method().equals("notifications/tools/list_changed")) {
      changed();
    } else if (message.kind() == RpcMessage.Kind.REQUEST) {
      replies.send(HttpPeer.answerWithoutAgent(message));
    }
  }

  /** The list is another: one read for many such words, and never none because they do not end. */
  private void changed() {
    if (reading) {
      again = true;
    } else if (!soon) {
      soon = true;
      loop.start(next, DEBOUNCE_NANOS);
    }
  }

  /** The stream broke: the upstream may have restarted, or only have closed it. */
  private void streamEnded(HttpSession session) {
    if (stopped || listenedTo != session) {
      return;
    }
    listenedTo = null;
    stream = null;
    // an upstream that ends each stream at once is asked again each minute, not in a circle
    if (loop.nanoTime() - listeningSince >= SHORT_STREAM_NANOS && !reading && !soon) {
      loop.start(next, backoff.next() * 1_000_000);
    }
  }

  private void closeStream() {
    HttpClientRequest open = stream;
    listenedTo = null;
    stream = null;
    if (open != null) {
      open.reset();
    }
  }
}
