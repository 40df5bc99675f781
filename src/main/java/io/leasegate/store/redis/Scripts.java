package io.leasegate.store.redis;

import io.leasegate.core.time.NanoClock;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Runs scripts, and remembers what time the store last said it was. Safe from every thread. */
final class Scripts {

  private record Loaded(String text, String sha) {}

  /** What the store's clock said, and the own clock when the answer was there. */
  private record Said(long time, long at) {}

  private final RedisLink link;
  private final StoreTime storeTime;
  private final NanoClock clock;
  private final Map<Script, Loaded> loaded = new EnumMap<>(Script.class);
  private final Consumer<String> clockBehind;
  private volatile @Nullable Said said;

  /**
   * @param clockBehind hears of each workspace in which nothing is changed, because the clock of
   *     the store went back
   */
  Scripts(RedisLink link, StoreTime storeTime, NanoClock clock, Consumer<String> clockBehind) {
    this.link = link;
    this.clockBehind = clockBehind;
    this.storeTime = storeTime;
    this.clock = clock;
    ScriptTexts texts = new ScriptTexts(storeTime.texts());
    for (Script script : Script.values()) {
      String text = texts.text(script);
      loaded.put(script, new Loaded(text, sha1(text)));
    }
  }

  private static String sha1(String text) {
    try {
      // the name that Redis gives to a script, nothing that must resist anybody
      MessageDigest digest = MessageDigest.getInstance("SHA-1");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What all keys of a workspace begin with. */
  static String prefix(String workspace) {
    return "lg:{" + workspace + "}:";
  }

  /**
   * The latest store time at which a step that is sent now may still begin; empty while no answer
   * has been there. An old answer's time and what passed since on the own clock: the store's clock
   * was read before that answer arrived, so this is never too late.
   */
  OptionalLong notAfter() {
    Said last = said;
    return last == null
        ? OptionalLong.empty()
        : OptionalLong.of(
            last.time() + (clock.nanoTime() - last.at()) / 1_000_000 + link.timeoutMs());
  }

  /** What the store last said the time was, ms; 0 while it said nothing. */
  long storeTime() {
    Said last = said;
    return last == null ? 0 : last.time();
  }

  /** Runs a script; an answer that says the store cannot be used is a failure. */
  Future<Reply> run(Script script, String workspace, List<?> arguments) {
    Loaded it = loaded.get(script);
    if (it == null) {
      throw new IllegalStateException("not loaded: " + script);
    }
    return send(script, request(Command.EVALSHA, it.sha(), workspace, arguments))
        .recover(
            failure ->
                RedisFault.of(failure) == RedisFault.NO_SCRIPT
                    ? send(script, request(Command.EVAL, it.text(), workspace, arguments))
                    : Future.failedFuture(failure))
        .compose(response -> answered(workspace, response));
  }

  private Future<Response> send(Script script, Request request) {
    return script.isAcknowledged() ? link.sendAcknowledged(request) : link.send(request);
  }

  private Request request(Command command, String script, String workspace, List<?> arguments) {
    Request request = Request.cmd(command).arg(script).arg(1).arg(prefix(workspace));
    for (Object argument : arguments) {
      if (argument instanceof byte[] bytes) {
        request.arg(bytes);
      } else if (argument instanceof Boolean flag) {
        request.arg(flag ? "1" : "0");
      } else {
        request.arg(argument.toString());
      }
    }
    storeTime.argument().get().ifPresent(request::arg);
    return request;
  }

  private Future<Reply> answered(String workspace, Response response) {
    Reply reply = new Reply(response);
    said = new Said(reply.number(), clock.nanoTime());
    Optional<ScriptError> unusable =
        reply.refusal().filter(Predicate.not(error -> error.refusal().isPresent()));
    if (unusable.isEmpty()) {
      return Future.succeededFuture(reply);
    }
    unusable
        .filter(ScriptError.CLOCK_BEHIND::equals)
        .ifPresent(it -> clockBehind.accept(workspace));
    return Future.failedFuture(unusable.get().unavailable());
  }
}
