package io.leasegate.app.demo;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Waits for a gateway as Kubernetes would: by asking {@code /readyz}. */
public final class ReadyProbe {

  private static final long PAUSE_MILLIS = 20;

  private ReadyProbe() {}

  /**
   * Returns when the gateway is ready.
   *
   * @throws IOException when it is not within that time
   */
  public static void await(URI admin, Duration atMost) throws IOException, InterruptedException {
    HttpClient http = HttpClient.newHttpClient();
    HttpRequest request = HttpRequest.newBuilder(admin.resolve("/readyz")).timeout(atMost).build();
    long giveUpAt = System.nanoTime() + atMost.toNanos();
    while (http.send(request, BodyHandlers.discarding()).statusCode() != 200) {
      if (System.nanoTime() - giveUpAt > 0) {
        throw new IOException("the gateway is not ready after " + atMost.toSeconds() + " s");
      }
      Thread.sleep(PAUSE_MILLIS);
    }
  }
}
