package io.leasegate.downstream;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.leasegate.core.call.Identity;
import io.leasegate.core.time.TimerWheel;
import io.leasegate.jsonrpc.Members;
import io.leasegate.jsonrpc.OutboundCall;
import io.leasegate.jsonrpc.RpcError;
import io.leasegate.jsonrpc.RpcMessage;
import io.leasegate.jsonrpc.RpcScanner;
import io.leasegate.jsonrpc.Scan;
import io.leasegate.jsonrpc.Splice;
import io.leasegate.loop.Loop;
import io.leasegate.store.AwaitedAnswer;
import io.leasegate.store.SessionRecord;
import io.leasegate.store.SessionStore;
import io.leasegate.upstream.ServerRequest;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What upstreams ask of agents, until it is answered. A request goes out on the stream of its call,
 * under an id of the gateway's; the answer comes on any loop, and at any replica: then it stands in
 * the store, which is asked each second and when it hints at that. Bounded. Safe from every loop.
 */
final class ServerRequests {

  /** Requests of one call that wait at once. */
  static final int MOST_PER_CALL = 8;

  /** Requests of one session that wait at once, on this replica. */
  static final int MOST_PER_SESSION = 64;

  private static final Logger LOG = LoggerFactory.getLogger(ServerRequests.class);
  private static final long LOOK_NANOS = 1_000_000_000L;
  private static final String ID_HEAD = "\"lg-";
  private static final int MOST_ID_LENGTH = 80;
  private static final byte[] CANCELLED_HEAD =
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":"
          .getBytes(UTF_8);
  private static final byte[] CANCELLED_TAIL =
      ",\"reason\":\"the call has ended\"}}".getBytes(UTF_8);

  private final SessionStore store;
  private final RpcScanner scanner;
  private final Supplier<String> ids;

  /** By session and id, as JSON text. */
  private final Map<String, Map<String, Asked>> sessions = new ConcurrentHashMap<>();

  /**
   * @param scanner reads answers that came at another replica
   * @param ids unguessable ones, of visible characters that JSON does not escape
   */
  ServerRequests(SessionStore store, RpcScanner scanner, Supplier<String> ids) {
    this.store = store;
    this.scanner = scanner;
    this.ids = ids;
    store.onAnswer(this::cameElsewhere);
  }

  /** What may be asked during one call. */
  OfCall of(Loop loop, Identity identity, String sessionId, Sink sink) {
    return new OfCall(loop, identity, sessionId, sink);
  }

  /**
   * Takes a response of the session's client. One that nobody waits for changes nothing. Fails when
   * it is not an answer to this replica, and the store is away.
   */
  Future<Void> answer(SessionRecord session, RpcMessage response) {
    String id = response.hasId() ? response.idText() : "";
    Asked asked = find(session.id(), id);
    if (asked != null) {
      asked.call.loop.run(() -> asked.answered(response));
      return Future.succeededFuture();
    }
    return id.startsWith(ID_HEAD) && id.length() <= MOST_ID_LENGTH && id.indexOf(' ') < 0
        ? store.answer(
            session.id(),
            session.identity(),
            bare(id),
            Buffer.buffer()
                .appendBytes(response.bytes(), response.from(), response.to() - response.from()))
        : Future.succeededFuture();
  }

  /** The session has ended: no answer comes in it. */
  void endSession(String sessionId) {
    List.copyOf(sessions.getOrDefault(sessionId, Map.of()).values())
        .forEach(asked -> asked.call.loop.run(() -> asked.giveUp("the agent's session has ended")));
  }

  private void cameElsewhere(String sessionId, String id) {
    Asked asked = find(sessionId, "\"" + id + "\"");
    if (asked != null) {
      asked.call.loop.run(asked::look);
    }
  }

  private @Nullable Asked find(String sessionId, String id) {
    return sessions.getOrDefault(sessionId, Map.of()).get(id);
  }

  /** The id without its quotes. */
  private static String bare(String id) {
    return id.substring(1, Math.max(1, id.length() - 1));
  }

  private boolean enter(Asked asked) {
    Map<String, Asked> entered =
        sessions.compute(
            asked.call.sessionId,
            (session, before) -> {
              Map<String, Asked> all = before == null ? new ConcurrentHashMap<>() : before;
              if (all.size() < MOST_PER_SESSION) {
                all.put(asked.id, asked);
              }
              return all;
            });
    return entered.get(asked.id) == asked;
  }

  private void leave(Asked asked) {
    sessions.computeIfPresent(
        asked.call.sessionId,
        (session, all) -> {
          all.remove(asked.id);
          return all.isEmpty() ? null : all;
        });
  }

  private static RpcError failed(String why) {
    return RpcError.of(RpcError.INTERNAL_ERROR, why);
  }

  /** The requests that one call's agent is asked. Bound to the call's loop. */
  final class OfCall {
    private final Loop loop;
    private final Identity identity;
    private final String sessionId;
    private final Sink sink;
    private final Set<Asked> open = new LinkedHashSet<>();
    private @Nullable String gone;

    private OfCall(Loop loop, Identity identity, String sessionId, Sink sink) {
      this.loop = loop;
      this.identity = identity;
      this.sessionId = sessionId;
      this.sink = sink;
    }

    /** Asks the agent; the request is ended in any case. */
    void ask(ServerRequest request) {
      if (gone != null) {
        request.refuse(failed(gone));
        return;
      }
      if (open.size() >= MOST_PER_CALL) {
        request.refuse(failed("as many requests of the call wait for the agent as may"));
        return;
      }
      Asked asked = new Asked(this, ID_HEAD + ids.get() + "\"", request);
      if (!enter(asked)) {
        request.refuse(failed("as many requests wait for the agent as may"));
      } else {
        open.add(asked);
        request.onWithdrawn(asked::withdrawn);
        asked.look();
      }
    }

    /**
     * The agent does not answer any more.
     *
     * @param why a clause
     */
    void agentGone(String why) {
      gone = why;
      List.copyOf(open).forEach(asked -> asked.giveUp(why));
    }
  }

  /** One request that waits; looks for its answer in the store. Bound to the call's loop. */
  private final class Asked extends TimerWheel.Timer {
    private final OfCall call;
    private final String id;
    private final ServerRequest request;
    private boolean told;
    private boolean looking;
    private boolean lookAgain;

    Asked(OfCall call, String id, ServerRequest request) {
      this.call = call;
      this.id = id;
      this.request = request;
    }

    @Override
    protected void fire() {
      look();
    }

    /** Looks, and says to the store that this waits. */
    void look() {
      lookAgain = looking;
      if (looking || !request.isOpen()) {
        return;
      }
      looking = true;
      store
          .awaitAnswer(call.sessionId, call.identity, bare(id))
          .onComplete(
              seen -> {
                looking = false;
                if (request.isOpen()) {
                  if (seen.succeeded()) {
                    take(seen.result());
                  } else {
                    storeAway();
                  }
                } else {
                  forget(); // it ended meanwhile, and the store was told that it waits
                }
              });
    }

    private void take(AwaitedAnswer seen) {
      if (seen instanceof AwaitedAnswer.Came came) {
        if (scanner.scan(came.response().getBytes()) instanceof Scan.One one) {
          answered(one.message());
        } else {
          giveUp("the agent's answer cannot be read");
        }
      } else if (seen instanceof AwaitedAnswer.NoSession) {
        giveUp("the agent's session has ended");
      } else if (told || tell()) {
        // the answer may have come behind the look that a hint found underway
        call.loop.start(this, lookAgain ? 0 : LOOK_NANOS);
      } else {
        giveUp("the agent does not listen");
      }
    }

    private void storeAway() {
      if (told) {
        call.loop.start(this, LOOK_NANOS);
      } else {
        // an answer could come at a replica that does not know of the question
        giveUp("the session store is away");
      }
    }

    private boolean tell() {
      RpcMessage message = request.message();
      Splice splice = new Splice(message);
      splice.replace(message.idFrom(), message.idTo(), id.getBytes(UTF_8));
      if (message.meta() != null) {
        splice.members(message.meta(), name -> name.startsWith(OutboundCall.OWN_META));
      }
      told = call.sink.event(splice.toBuffer());
      return told;
    }

    void answered(RpcMessage response) {
      if (request.isOpen()) {
        end();
        request.answer(response);
      }
    }

    void giveUp(String why) {
      if (request.isOpen()) {
        end();
        request.refuse(failed(why));
        tellCancelled(null);
      }
    }

    void withdrawn(@Nullable RpcMessage cancelled) {
      end();
      tellCancelled(cancelled);
    }

    private void end() {
      call.loop.stop(this);
      call.open.remove(this);
      leave(this);
      forget();
    }

    private void forget() {
      store
          .forgetAnswer(call.sessionId, call.identity, bare(id))
          .onFailure(away -> LOG.debug("the store keeps an answer till its end", away));
    }

    private void tellCancelled(@Nullable RpcMessage cancelled) {
      if (told) {
        call.sink.event(cancelled == null ? ended() : mapped(cancelled));
      }
    }

    private Buffer ended() {
      return Buffer.buffer()
          .appendBytes(CANCELLED_HEAD)
          .appendBytes(id.getBytes(UTF_8))
          .appendBytes(CANCELLED_TAIL);
    }

    private Buffer mapped(RpcMessage cancelled) {
      Members params = cancelled.params();
      int i = params == null ? -1 : params.indexOf("requestId");
      return params == null || i < 0
          ? ended()
          : new Splice(cancelled)
              .replace(params.valueFrom(i), params.valueTo(i), id.getBytes(UTF_8))
              .toBuffer();
    }
  }
}
