package io.leasegate.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.testing.Await;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import org.junit.jupiter.api.Test;

class LoopTest {

  /** Tells where a task runs that blocking work of the loop's own context hands over. */
  private static final class Working extends VerticleBase {
    private final Promise<Boolean> onLoop = Promise.promise();

    @Override
    public Future<?> start() {
      Loop loop = new Loop(vertx, System::nanoTime);
      return vertx.executeBlocking(
          () -> {
            loop.run(() -> onLoop.complete(Context.isOnEventLoopThread()));
            return "";
          });
    }
  }

  @Test
  void blockingWorkOfTheLoopHandsTasksOverToIt() {
    // Given
    Vertx vertx = Vertx.vertx();
    Working working = new Working();

    // When
    Await.result(vertx.deployVerticle(working));

    // Then
    assertThat(Await.result(working.onLoop.future())).isTrue();
    Await.result(vertx.close());
  }
}
