package io.leasegate.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.store.StoreUnavailable;
import io.leasegate.testing.Await;
import io.leasegate.testing.RedisCommands;
import io.leasegate.testing.RedisServer;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RedisFaultTest {

  @Test
  void aCommandWhoseConnectionWasClosedMayHaveRun() {
    Vertx vertx = Vertx.vertx();
    RedisServer server = RedisServer.start();
    try (RedisCommands commands = server.commands()) {
      // Given: a command that has no answer yet
      RedisLink link =
          new RedisLink(
              vertx,
              new RedisSettings(
                  new RedisSettings.Topology.Standalone(server.uri()), Duration.ofMinutes(1)),
              System::nanoTime);
      Await.result(link.start());
      Future<Response> answer = link.send(Request.cmd(Command.BLPOP).arg("nothing").arg(0));
      Await.until(
          "it is there",
          () -> String.valueOf(commands.send("INFO", "clients")).contains("blocked_clients:1"));

      // When
      commands.send("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");

      // Then
      Await.until("it ends", answer::isComplete);
      assertThat(answer.cause()).isInstanceOf(StoreUnavailable.class);
    } finally {
      server.close();
      Await.result(vertx.close());
    }
  }
}
