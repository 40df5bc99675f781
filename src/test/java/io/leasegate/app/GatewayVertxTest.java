package io.leasegate.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leasegate.config.ConfigLoader;
import io.leasegate.config.GatewayConfig;
import io.leasegate.config.LoadResult;
import io.leasegate.telemetry.Telemetry;
import io.leasegate.testing.Await;
import io.vertx.core.Vertx;
import io.vertx.core.transport.Transport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How sockets are read and written, by what is asked for and what the machine can. */
class GatewayVertxTest {

  private static final boolean AVAILABLE = Transport.IO_URING.available();

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
}
