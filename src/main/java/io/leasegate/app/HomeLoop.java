package io.leasegate.app;

import io.leasegate.core.time.NanoClock;
import io.leasegate.loop.Loop;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;

/** The event loop on which upstreams keep their state. */
final class HomeLoop extends VerticleBase {

  private final NanoClock clock;
  private final Promise<Loop> made;

  private HomeLoop(NanoClock clock, Promise<Loop> made) {
    this.clock = clock;
    this.made = made;
  }

  static Future<Loop> deploy(Vertx vertx, NanoClock clock) {
    Promise<Loop> made = Promise.promise();
    return vertx.deployVerticle(new HomeLoop(clock, made)).compose(deployed -> made.future());
  }

  @Override
  public Future<?> start() {
    made.complete(new Loop(vertx, clock));
    return Future.succeededFuture();
  }
}
