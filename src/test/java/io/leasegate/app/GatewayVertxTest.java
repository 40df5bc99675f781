package io.leasegate.app;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leasegate.config.ConfigLoader;
import io.leasegate.config.GatewayConfig;
import io.leasegate.config.LoadResult;
import io.leasegate.telemetry.Telemetry;
import io.leasegate.testing.Await;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetSocket;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How sockets are read and written, by what is asked for and what the machine can. */
class GatewayVertxTest {

  private static final boolean AVAILABLE = IoUringTransport.get().available();

  private static final int CONNECTIONS = 400;
  private static final byte[] DATA = "HTTP/1.1 200 OK\r\n".getBytes(US_ASCII);

  @TempDir private Path folder;

  private GatewayConfig config(String io) throws IOException {
    Path file = Files.writeString(folder.resolve("leasegate.yaml"), "server: { io: " + io + " }\n");
    return ((LoadResult.Loaded) ConfigLoader.load(file, Map.of())).config();
  }

  private boolean isNative(String io) throws IOException {
    Vertx vertx = GatewayVertx.create(config(io), new Telemetry());
    try {
      return vertx.isNativeTransportEnabled();
    } finally {
      Await.result(vertx.close());
    }
  }

  @Test
  void nioIsWhatJavaHas() throws IOException {
    assertThat(isNative("nio")).isFalse();
  }

  @Test
  void autoTakesTheFasterOneOfWhatIsThere() throws IOException {
    assertThat(isNative("auto")).isEqualTo(AVAILABLE);
  }

  @Test
  void whatIsAskedForIsTakenOrRefused() throws IOException {
    if (AVAILABLE) {
      assertThat(isNative("io_uring")).isTrue();
    } else {
      assertThatThrownBy(() -> isNative("io_uring"))
          .isInstanceOf(Gateway.StartFailure.class)
          .hasMessageStartingWith("server.io: io_uring cannot be used here: ")
          .hasMessageEndingWith("; take auto or nio");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"nio", "auto"})
  void aResetRightBehindDataEndsTheConnection(String io) throws IOException {
    // Given a server that resets each connection as soon as it has written to it
    try (ServerSocket server = new ServerSocket(0, CONNECTIONS, InetAddress.getLoopbackAddress())) {
      Thread resets = new Thread(() -> resetAll(server));
      resets.setDaemon(true);
      resets.start();
      Vertx vertx = GatewayVertx.create(config(io), new Telemetry());
      try {
        // When many connections to it are opened at once
        Promise<Void> ended = Promise.promise();
        vertx.runOnContext(
            now -> openMany(vertx, server.getLocalPort()).<Void>mapEmpty().onComplete(ended));
        // Then each of them is seen to end
        Await.result(ended.future());
      } finally {
        Await.result(vertx.close());
      }
    }
  }

  private static Future<?> openMany(Vertx vertx, int port) {
    NetClient client = vertx.createNetClient();
    List<Future<Void>> ends = new ArrayList<>();
    for (int i = 0; i < CONNECTIONS; i++) {
      ends.add(
          client
              .connect(port, "127.0.0.1")
              .compose(GatewayVertxTest::end)
              .otherwiseEmpty()); // reset before it was seen to be open
    }
    return Future.all(ends);
  }

  private static Future<Void> end(NetSocket socket) {
    Promise<Void> ended = Promise.promise();
    socket.handler(data -> {});
    socket.exceptionHandler(reset -> {});
    socket.closeHandler(ended::tryComplete);
    return ended.future();
  }

  private static void resetAll(ServerSocket server) {
    try {
      for (; ; ) {
        Socket accepted = server.accept();
        accepted.setTcpNoDelay(true);
        accepted.getOutputStream().write(DATA);
        accepted.setSoLinger(true, 0);
        accepted.close();
      }
    } catch (IOException closed) {
      // the test is over
    }
  }
}
