package io.leasegate.pipeline;

import io.leasegate.core.call.Identity;
import io.leasegate.upstream.CircuitState;
import io.leasegate.upstream.LogLevel;
import io.leasegate.upstream.ToolListing;
import io.leasegate.upstream.Upstream;
import io.leasegate.upstream.UpstreamAnswer;
import io.leasegate.upstream.UpstreamCall;
import io.leasegate.upstream.UpstreamHealth;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An upstream that answers as its test says, and keeps what it was asked; by any loop. */
public final class ScriptedUpstream implements Upstream {

  private final String name;
  public final List<UpstreamCall> calls = new CopyOnWriteArrayList<>();
  public volatile Function<UpstreamCall, Future<UpstreamAnswer>> script;

  public ScriptedUpstream(String name, Function<UpstreamCall, Future<UpstreamAnswer>> script) {
    this.name = name;
    this.script = script;
  }

  public void answers(UpstreamAnswer answer) {
    script = call -> Future.succeededFuture(answer);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Future<UpstreamAnswer> call(UpstreamCall call) {
    calls.add(call);
    return script.apply(call);
  }

  @Override
  public @Nullable ToolListing listing() {
    return null;
  }

  @Override
  public UpstreamHealth health() {
    return new UpstreamHealth(true, 3, "", new CircuitState.Closed(0), true);
  }

  @Override
  public void logLevel(Identity identity, LogLevel level) {}

  @Override
  public void start() {}

  @Override
  public Future<Void> stop(Duration grace) {
    return Future.succeededFuture();
  }
}
