package io.leasegate.bench.jmh;

import io.leasegate.core.call.Identity;
import io.leasegate.upstream.LogLevel;
import io.leasegate.upstream.ToolListing;
import io.leasegate.upstream.Upstream;
import io.leasegate.upstream.UpstreamAnswer;
import io.leasegate.upstream.UpstreamCall;
import io.leasegate.upstream.UpstreamHealth;
import io.vertx.core.Future;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** An upstream that takes a call apart as far as a real one must, and answers at once. */
final class InstantUpstream implements Upstream {
  private final byte[] answer;
  private long sentBytes;

  InstantUpstream(byte[] answer) {
    this.answer = answer;
  }

  /** What was rendered so far, so that no compiler leaves it out. */
  long sentBytes() {
    return sentBytes;
  }

  @Override
  public String name() {
    return "stub";
  }

  @Override
  public Future<UpstreamAnswer> call(UpstreamCall call) {
    sentBytes += call.request().render(12).length();
    return Future.succeededFuture(new UpstreamAnswer.Response(Messages.scan(answer)));
  }

  @Override
  public @Nullable ToolListing listing() {
    return null;
  }

  @Override
  public UpstreamHealth health() {
    throw new UnsupportedOperationException("no call asks for it");
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
