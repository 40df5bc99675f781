package io.leasegate.downstream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.app.GatewayCase;
import io.leasegate.app.RunningGateway;
import io.leasegate.testing.Await;
import io.leasegate.testing.HeldReply;
import io.leasegate.testing.McpClient;
import io.leasegate.testing.RawConnection;
import io.leasegate.testing.RawResponse;
import io.leasegate.testing.Reply;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.time.Duration;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that send too much, stop in the middle or leave: answered or forgotten, never kept. */
final class HostileTransportTest extends GatewayCase {

  private static final int MAX_BODY = 64 * 1024;

  @Override
  protected RunningGateway.Setup setup() {
    return RunningGateway.with(upstream).limit("max_body: 64KiB");
  }

  private static String ping(int length) {
    String message = McpClient.request("1", "ping");
    return message + " ".repeat(length - message.length());
  }

  @Test
  void aBodyOfExactlyTheLimitIsServed() {
    // When
    RawResponse answer = client.post(ping(MAX_BODY));
    // Then
    assertThat(answer.status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"65537", "9999999999", "9223372036854775807", "99999999999999999999999999"})
  void anAnnouncedBodyOverTheLimitIsRefusedUnread(String length) {
    // Given
    String head = client.head("POST", 1).replace("Content-Length: 1", "Content-Length: " + length);
    // When
    RawConnection connection = RawConnection.to(gateway.port()).send(head);
    // Then
    assertThat(connection.readHead().status()).isIn(400, 413);
    connection.close();
  }

  @Test
  void theAnswerToAnAnnouncedBodyOverTheLimitIs413() {
    // When
    RawConnection connection =
        RawConnection.to(gateway.port()).send(client.head("POST", MAX_BODY + 1));
    RawResponse answer = connection.read();
    // Then
    assertThat(answer.status() + " " + answer.errorCode()).isEqualTo("413 -32600");
    connection.close();
  }

  @Test
  void aConnectionWhoseBodyWasRefusedIsClosed() {
    // Given
    RawConnection connection =
        RawConnection.to(gateway.port()).send(client.head("POST", MAX_BODY + 1));
    connection.read();
    // When
    boolean closed = connection.awaitClosed();
    // Then
    assertThat(closed).isTrue();
  }

  @Test
  void aClientThatSendsItsWholeBodyBeforeItReadsStillGetsThe413() {
    // Given
    byte[] body = ping(4 * MAX_BODY).getBytes(UTF_8);
    // When
    RawConnection connection =
        RawConnection.to(gateway.port())
            .send(client.head("POST", body.length))
            .sendUntilRefused(body);
    int status = connection.readHead().status();
    // Then
    assertThat(status).isEqualTo(413);
    connection.close();
  }

  @Test
  void chunksOverTheLimitAreRefused() {
    // Given
    RawConnection connection = RawConnection.to(gateway.port()).send(client.head("POST", -1));
    String chunk = "8000\r\n" + " ".repeat(0x8000) + "\r\n";
    // When
    connection.sendUntilRefused((chunk + chunk + chunk).getBytes(UTF_8));
    // Then
    assertThat(connection.readHead().status()).isEqualTo(413);
    connection.close();
  }

  @Test
  void aChunkedBodyOfSingleBytesIsServed() {
    // Given
    StringBuilder chunks = new StringBuilder();
    for (byte b : McpClient.request("1", "ping").getBytes(UTF_8)) {
      chunks.append("1\r\n").append((char) b).append("\r\n");
    }
    RawConnection connection = RawConnection.to(gateway.port()).send(client.head("POST", -1));
    // When
    RawResponse answer = connection.send(chunks.append("0\r\n\r\n").toString()).read();
    // Then
    assertThat(answer.json().has("result")).as(answer.text()).isTrue();
    connection.close();
  }

  @ParameterizedTest
  @CsvSource({
    "Content-Length,abc",
    "Content-Length,-1",
    "Content-Length,'5, 6'",
    "Content-Length,0x10"
  })
  void aLengthThatIsNoneIsA400(String name, String value) {
    // Given
    String head = client.head("POST", 0);
    // When
    RawConnection connection =
        RawConnection.to(gateway.port())
            .send(head.substring(0, head.length() - 2) + name + ": " + value + "\r\n\r\n");
    // Then
    assertThat(connection.readHead().status()).isEqualTo(400);
    connection.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\u0000\u0001\u0002\r\n\r\n", "GET\r\n\r\n", "POST /mcp HTTP/9.9\r\n\r\n"})
  void whatIsNoHttpIsTurnedAway(String bytes) {
    // Given
    RawConnection connection = RawConnection.to(gateway.port());
    // When
    connection.send(bytes);
    // Then
    assertThat(connection.shutOutput().awaitClosed()).isTrue();
  }

  @Test
  void headersOverTheirLimitAreRefused() {
    // Given
    McpClient verbose = gateway.client().header("X-Long", "x".repeat(20_000));
    // When
    RawConnection connection = RawConnection.to(gateway.port());
    connection.sendUntilRefused(verbose.head("POST", 0).getBytes(UTF_8));
    // Then
    assertThat(connection.readHead().status()).isEqualTo(431);
    connection.close();
  }

  @Test
  void aClientThatAsksFirstIsToldToSend() {
    // Given
    String body = McpClient.request("1", "ping");
    String head = client.head("POST", body.length());
    RawConnection connection =
        RawConnection.to(gateway.port())
            .send(head.substring(0, head.length() - 2) + "Expect: 100-continue\r\n\r\n");
    // When
    int status = connection.readInterim();
    // Then
    assertThat(status).isEqualTo(100);
    connection.close();
  }

  @Test
  void aBodyThatDoesNotComeIsGivenUp() {
    // Given
    RawConnection connection = RawConnection.to(gateway.port()).send(client.head("POST", 100));
    connection.send("{");
    gateway.awaitInFlight(1);
    // When
    gateway.clock().advance(Duration.ofSeconds(31));
    // Then
    assertThat(connection.readHead().status()).isEqualTo(408);
    connection.close();
  }

  @Test
  void aClientThatVanishesInTheMiddleOfItsBodyIsForgotten() {
    // Given
    RawConnection connection = RawConnection.to(gateway.port()).send(client.head("POST", 100));
    connection.send("{");
    gateway.awaitInFlight(1);
    // When
    connection.vanish();
    // Then
    gateway.awaitQuiet();
  }

  @Test
  void aCallOfAClientThatVanishesWhileItWaitsRunsToItsEnd() {
    // Given
    HeldCall held = hold(client, McpClient.callMessage("1", "up__echo", "{}"));
    RawConnection connection = held.connection();
    // When
    connection.vanish();
    held.release(Reply.text("late"));
    // Then
    gateway.awaitQuiet();
  }

  @Test
  void aCallOfAClientThatVanishesInItsStreamRunsToItsEnd() {
    // Given
    HeldCall held = hold(client, McpClient.callMessage("1", "up__echo", "{}"));
    RawConnection connection = held.connection();
    gateway.clock().advance(Duration.ofSeconds(2));
    connection.readHead();
    // When
    connection.vanish();
    gateway.clock().advance(Duration.ofSeconds(16));
    held.release(Reply.text("late"));
    // Then
    gateway.awaitQuiet();
  }

  @Test
  void aClientThatVanishesBehindAHugeAnswerIsForgotten() {
    // Given
    upstream.next("tools/call", Reply.text("x".repeat(8_000_000)));
    RawConnection connection = client.begin(McpClient.callMessage("1", "up__echo", "{}"));
    connection.readHead();
    // When
    connection.vanish();
    // Then
    gateway.awaitQuiet();
  }

  @Test
  void aSessionStreamThatVanishesIsForgotten() {
    // Given
    RawConnection stream = gateway.session().stream();
    Await.until("open", () -> gateway.metric("leasegate_streams_open") == 1);
    // When
    stream.vanish();
    // Then
    Await.until("closed", () -> gateway.metric("leasegate_streams_open") == 0);
  }

  @Test
  void requestsInARowOnOneConnectionAreAnsweredInTheirOrder() {
    // Given
    String first = McpClient.callMessage("\"first\"", "up__echo", "{}");
    String second = McpClient.request("\"second\"", "ping");
    // When
    RawConnection connection =
        RawConnection.to(gateway.port())
            .send(
                client.head("POST", first.length())
                    + first
                    + client.head("POST", second.length())
                    + second);
    String ids = connection.read().json().path("id").asText();
    ids += connection.read().json().path("id").asText();
    // Then
    assertThat(ids).isEqualTo("firstsecond");
    connection.close();
  }

  @Test
  void overHttp2ARefusedBodyCostsNoOtherStreamOfTheConnection() {
    // Given
    Vertx vertx = Vertx.vertx();
    Context loop = vertx.getOrCreateContext();
    HttpClient http = http2(vertx);
    HeldReply held = new HeldReply();
    upstream.next("tools/call", held);
    Future<Buffer> running =
        on(
            loop,
            () ->
                http.request(options(client))
                    .compose(it -> it.send(McpClient.callMessage("1", "up__echo", "{}")))
                    .compose(answer -> answer.body()));
    held.arrived();
    // When
    int status =
        Await.result(
            on(
                loop,
                () ->
                    http.request(options(client))
                        .compose(it -> it.send(Buffer.buffer(ping(2 * MAX_BODY))))
                        .map(answer -> answer.statusCode())));
    held.release(Reply.text("done"));
    // Then
    assertThat(status + " " + Await.result(running)).startsWith("413 ").contains("done");
    Await.result(vertx.close());
  }

  @Test
  void overHttp2AResetStreamCancelsACallOfTheStatelessEra() {
    // Given
    Vertx vertx = Vertx.vertx();
    HeldReply held = new HeldReply();
    upstream.next("tools/call", held);
    McpClient modern = gateway.client().modern("tools/call", "up__echo");
    Context loop = vertx.getOrCreateContext();
    HttpClientRequest request =
        Await.result(
            on(
                loop,
                () ->
                    http2(vertx)
                        .request(options(modern))
                        .onSuccess(it -> it.send(McpClient.modernCall("7", "up__echo", "{}")))));
    String id = held.arrived().id();
    // When
    loop.runOnContext(go -> request.reset());
    // Then
    upstream.awaitCancelled(id);
    Await.result(vertx.close());
  }

  /** All of it on the client's own loop: handed over half-way, a stream can get stuck. */
  private static <T> Future<T> on(Context loop, Supplier<Future<T>> exchange) {
    Promise<T> ended = Promise.promise();
    loop.runOnContext(go -> exchange.get().onComplete(ended));
    return ended.future();
  }

  private static HttpClient http2(Vertx vertx) {
    return vertx.createHttpClient(
        new HttpClientOptions()
            .setProtocolVersion(HttpVersion.HTTP_2)
            .setHttp2ClearTextUpgrade(false),
        new PoolOptions().setHttp2MaxSize(1));
  }

  private RequestOptions options(McpClient as) {
    RequestOptions options =
        new RequestOptions()
            .setMethod(HttpMethod.POST)
            .setHost("127.0.0.1")
            .setPort(gateway.port())
            .setURI("/mcp");
    as.headers().forEach(options::putHeader);
    return options;
  }
}
