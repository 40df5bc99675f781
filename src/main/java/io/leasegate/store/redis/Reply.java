package io.leasegate.store.redis;

import io.vertx.redis.client.Response;
import io.vertx.redis.client.ResponseType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The answer of a script, read part by part. Bound to the one who reads. */
final class Reply {

  private final Response parts;
  private int at;

  Reply(Response parts) {
    this.parts = parts;
  }

  private Response next() {
    Response part = parts.get(at);
    at++;
    return part;
  }

  boolean isEmpty() {
    return parts.size() == 0;
  }

  boolean hasMore() {
    return at < parts.size();
  }

  long number() {
    return next().toLong();
  }

  /** A score of a sorted set, which comes as text and may have an exponent. */
  long score() {
    return new BigDecimal(text()).longValueExact();
  }

  boolean flag() {
    return number() == 1;
  }

  String text() {
    return next().toString();
  }

  /** Empty for an empty text. */
  Optional<String> someText() {
    return Optional.of(text()).filter(text -> !text.isEmpty());
  }

  byte[] bytes() {
    return next().toBytes();
  }

  Reply array() {
    return new Reply(next());
  }

  /** Each part of an array. */
  <T> List<T> all(Function<Reply, T> read) {
    Reply array = array();
    List<T> items = new ArrayList<>(array.parts.size());
    while (array.hasMore()) {
      items.add(read.apply(array));
    }
    return items;
  }

  /** A hash, as names and values in turn; empty when there is none. */
  Map<String, String> hash() {
    Reply array = array();
    Map<String, String> fields = new HashMap<>(array.parts.size());
    while (array.hasMore()) {
      fields.put(array.text(), array.text());
    }
    return fields;
  }

  /** The error, if this is the answer of a script that did nothing. Reads nothing. */
  Optional<ScriptError> refusal() {
    return parts.size() == 3
            && parts.get(1).type() == ResponseType.BULK
            && parts.get(1).toString().equals("refused")
        ? Optional.of(ScriptError.of(parts.get(2).toString()))
        : Optional.empty();
  }
}
