package io.leasegate.upstream;

import io.leasegate.core.call.Identity;
import io.vertx.core.Future;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A tool server behind the gateway. Safe from every loop. */
public interface Upstream {

  String name();

  /**
   * Sends the call. The future succeeds on the call's loop whatever the upstream does: how it went
   * is in the answer. It fails only for a defect of the gateway.
   */
  Future<UpstreamAnswer> call(UpstreamCall call);

  /** The newest tool list that was read, or null before the first one. */
  @Nullable ToolListing listing();

  UpstreamHealth health();

  /** The most verbose level that any client wants ({@code logging/setLevel}). */
  void logLevel(Identity identity, LogLevel level);

  /** Connects and reads the tools, again and again until it works. */
  void start();

  /** Ends connections and child processes; running calls may finish until the grace is over. */
  Future<Void> stop(Duration grace);
}
