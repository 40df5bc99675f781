package io.leasegate.app.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the gateway sends without being asked, read from the open event stream of a session. */
final class PushedMessages implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(PushedMessages.class);

  private final InputStream stream;
  private final BlockingQueue<JsonObject> messages = new LinkedBlockingQueue<>();

  /**
   * @param stream closed with this
   */
  PushedMessages(InputStream stream) {
    this.stream = stream;
    Thread reader = new Thread(this::read, "leasegate-demo-stream");
    reader.setDaemon(true);
    reader.start();
  }

  private void read() {
    BufferedReader lines = new BufferedReader(new InputStreamReader(stream, UTF_8));
    try {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("data:")) {
          messages.add(new JsonObject(line.substring("data:".length())));
        }
      }
    } catch (IOException | DecodeException e) {
      LOG.debug("the stream has ended", e);
    }
  }

  /** The next message of that method, or null when none comes in time; others are passed over. */
  @Nullable JsonObject next(String method, Duration within) throws InterruptedException {
    long giveUpAt = System.nanoTime() + within.toNanos();
    while (true) {
      JsonObject message = messages.poll(giveUpAt - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (message == null || method.equals(message.getString("method"))) {
        return message;
      }
    }
  }

  @Override
  public void close() {
    try {
      stream.close();
    } catch (IOException e) {
      LOG.debug("the stream is closed already", e);
    }
  }
}
