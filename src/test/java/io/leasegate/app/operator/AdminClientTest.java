package io.leasegate.app.operator;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AdminClientTest {

  private final List<String> asked = new CopyOnWriteArrayList<>();
  private HttpServer server;
  private AdminClient client;
  private int status = 200;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String uri = exchange.getRequestURI().toString();
          asked.add(uri);
          byte[] body = answer(uri).getBytes(UTF_8);
          exchange.getResponseHeaders().add("location", "/elsewhere");
          exchange.sendResponseHeaders(status, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    client =
        new AdminClient(
            URI.create("http://127.0.0.1:" + server.getAddress().getPort()),
            new AdminOption.AdminToken(Path.of("token"), "secret", "is wrong"));
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private static String answer(String uri) {
    return uri.contains("cursor=a%20%26b")
        ? "{\"items\":[{\"id\":\"2\"}]}"
        : uri.startsWith("/list")
            ? "{\"items\":[{\"id\":\"1\"}],\"next_cursor\":\"a &b\"}"
            : uri.startsWith("/refuse")
                ? "{\"error\":{\"code\":\"no\\u001b\",\"message\":\"not so\"}}"
                : "<html>";
  }

  @Test
  void aListIsFollowedToItsEnd() {
    assertThat(client.items("/list"))
        .extracting(it -> it.getString("id"))
        .containsExactly("1", "2");
  }

  @Test
  void anIdStaysOneSegment() {
    status = 404;

    assertThatThrownBy(
            () -> client.post("/refuse/" + AdminClient.segment("a/../b ?"), new JsonObject()))
        .isInstanceOfSatisfying(
            OperatorFailure.class,
            failure -> {
              assertThat(failure.status()).isEqualTo(1);
              assertThat(failure.lines()).containsExactly("not so (no?)");
            });
    assertThat(asked).containsExactly("/refuse/a%2F..%2Fb%20%3F");
  }

  @Test
  void aRedirectTakesTheTokenNowhere() {
    status = 307;

    assertThatThrownBy(() -> client.get("/other"))
        .isInstanceOfSatisfying(
            OperatorFailure.class, failure -> assertThat(failure.status()).isEqualTo(3));
    assertThat(asked).containsExactly("/other");
  }
}
