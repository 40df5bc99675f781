package io.leasegate.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.app.RunningGateway;
import io.leasegate.testing.Await;
import io.leasegate.testing.RawResponse;
import io.leasegate.testing.ScriptedUpstream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Probes and metrics for everybody, the rest for who has the token, nothing for strange pages. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class AdminListenerTest {

  private final ScriptedUpstream upstream = ScriptedUpstream.start();
  private RunningGateway gateway;

  @BeforeAll
  void start() {
    gateway =
        RunningGateway.with(upstream)
            .server("allowed_hosts: [ops.example]")
            .server("allowed_origins: [\"https://ops.example\"]")
            .start();
  }

  @AfterAll
  void stop() {
    gateway.close();
    upstream.close();
  }

  private RawResponse get(String path, String... headers) {
    return gateway.adminRequest(
        "GET " + path + " HTTP/1.1\r\n" + String.join("\r\n", headers) + "\r\n\r\n");
  }

  @Test
  void theProcessIsLive() {
    assertThat(gateway.admin("/livez").json().path("live").asBoolean()).isTrue();
  }

  @Test
  void itIsReadyWithItsUpstreams() {
    assertThat(gateway.admin("/readyz").status()).isEqualTo(200);
  }

  @Test
  void anUpstreamThatIsAwayIsSaidToBeSoAndLeavesTheGatewayReady() {
    // Given
    ScriptedUpstream gone = ScriptedUpstream.start();
    gone.goAway();
    // When
    RunningGateway other = RunningGateway.with(gone).startAtOnce();
    Await.until("ready", () -> other.admin("/readyz").status() == 200);
    // Then
    assertThat(other.admin("/readyz").text()).contains("upstream up");
    other.close();
    gone.close();
  }

  @Test
  void metricsNameNoAgent() {
    // Given
    gateway.client().agent("very-private-name").initialize().call("up__echo", "{}");
    // When
    String metrics = gateway.admin("/metrics").text();
    // Then
    assertThat(metrics).contains("leasegate_calls_total").doesNotContain("very-private-name");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Authorization: Bearer wrong", "Authorization: Basic eA=="})
  void withoutTheTokenNothingIsShown(String header) {
    // When
    RawResponse answer =
        header.isEmpty()
            ? get("/admin/status", "Host: localhost")
            : get("/admin/status", "Host: localhost", header);
    // Then
    assertThat(answer.status() + " " + answer.header("www-authenticate")).isEqualTo("401 Bearer");
  }

  @Test
  void theTokenOpens() {
    // When
    RawResponse answer =
        get("/admin/status", "Host: localhost", "Authorization: Bearer " + gateway.token());
    // Then
    assertThat(answer.json().path("upstreams").path(0).path("name").asText()).isEqualTo("up");
  }

  @Test
  void theTokenIsNotShown() {
    // When
    RawResponse answer =
        get("/admin/status", "Host: localhost", "Authorization: Bearer " + gateway.token());
    // Then
    assertThat(answer.text()).doesNotContain(gateway.token());
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/admin", "/nothing", "/console/x", "/%2e%2e/etc/passwd"})
  void otherPathsDoNotExist(String path) {
    assertThat(get(path, "Host: localhost").status()).isIn(401, 404);
  }

  @ParameterizedTest
  @ValueSource(strings = {"evil.example", "127.0.0.1.evil.example", "localhost.evil.example"})
  void aPageUnderAnotherNameOfLoopbackIsTurnedAway(String host) {
    assertThat(get("/metrics", "Host: " + host).status()).isEqualTo(403);
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "LOCALHOST:9787", "127.0.0.1", "[::1]:1", "ops.example"})
  void knownNamesAreLetIn(String host) {
    assertThat(get("/livez", "Host: " + host).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"https://evil.example", "null", "http://localhost.evil.example"})
  void aStrangeOriginIsTurnedAway(String origin) {
    assertThat(get("/livez", "Host: localhost", "Origin: " + origin).status()).isEqualTo(403);
  }

  @ParameterizedTest
  @ValueSource(strings = {"https://ops.example", "http://localhost:3000", "http://[::1]"})
  void aKnownOriginIsLetIn(String origin) {
    assertThat(get("/livez", "Host: localhost", "Origin: " + origin).status()).isEqualTo(200);
  }
}
