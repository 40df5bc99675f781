package io.leasegate.bench.load;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Waits until a server says of itself that it can do its work. */
final class Readiness {
  private static final int PAUSE_MILLIS = 50;

  private Readiness() {}

  /** Returns at the first 200; fails with the last other answer when the limit is over. */
  static void await(URI probe, Duration limit) throws IOException, InterruptedException {
    HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    HttpRequest request = HttpRequest.newBuilder(probe).timeout(limit).build();
    long giveUpAt = System.nanoTime() + limit.toNanos();
    while (true) {
      HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
      if (answer.statusCode() == 200) {
        return;
      }
      if (System.nanoTime() - giveUpAt > 0) {
        throw new IOException(
            "%s still answers %d: %s".formatted(probe, answer.statusCode(), answer.body()));
      }
      Thread.sleep(PAUSE_MILLIS);
    }
  }
}
