package io.leasegate.downstream;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.app.RunningGateway;
import io.leasegate.testing.Await;
import io.leasegate.testing.CapturedLog;
import io.leasegate.testing.McpClient;
import io.leasegate.testing.RawConnection;
import io.leasegate.testing.RawResponse;
import io.leasegate.testing.ScriptedUpstream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** With API keys the key says who it is, and nothing else does. */
final class ApiKeyTest {

  private static final String KIM = "lg_key-of-kim~1";
  private static final String BOB = "lg_key-of-bob";
  private static final String INITIALIZE =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":"
          + "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{}}}";

  @TempDir Path dir;
  private final ScriptedUpstream upstream = ScriptedUpstream.start();
  private Path keys;
  private RunningGateway gateway;
  private CapturedLog log;

  @BeforeEach
  void start() throws IOException {
    keys = dir.resolve("keys.yaml");
    write(entry("kim", KIM) + entry("bob", BOB));
    gateway =
        RunningGateway.with(upstream)
            .server("auth: { mode: api-key, keys_file: \"" + keys + "\" }")
            .server("allowed_origins: [\"https://app.example\"]")
            .start();
    log = CapturedLog.open();
  }

  @AfterEach
  void noKeyIsLoggedAndNothingIsLeft() {
    log.close();
    assertThat(log.text()).doesNotContain(KIM).doesNotContain(BOB);
    gateway.awaitQuiet();
    gateway.close();
    upstream.close();
  }

  private void write(String entries) throws IOException {
    Files.writeString(keys, entries.isEmpty() ? "keys: []\n" : "keys:\n" + entries);
  }

  private static String entry(String agent, String key) {
    return "  - { id: "
        + agent
        + ", sha256: \""
        + hash(key)
        + "\", workspace: team, agent: "
        + agent
        + " }\n";
  }

  private static String hash(String key) {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(key.getBytes(UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  private McpClient with(@Nullable String authorization) {
    return gateway.client().header("Authorization", authorization);
  }

  /** Status, whether the body is a JSON-RPC error, and the challenge. */
  private static String turnedAway(RawResponse answer) {
    return answer.status() + " " + answer.errorCode() + " " + answer.header("www-authenticate");
  }

  private RawResponse agentNow(String key) {
    return with("Bearer " + key).initialize().call("scopegate_policy_summary", "{}");
  }

  @Test
  void aKeySaysWhoItIs() {
    // When
    RawResponse kim = agentNow(KIM);
    RawResponse bob = agentNow(BOB);
    // Then
    assertThat(kim.text()).contains("kim").doesNotContain("bob");
    assertThat(bob.text()).contains("bob").doesNotContain("kim");
  }

  @Test
  void theStatelessEraIsAskedForTheKeyToo() {
    // Given
    String call = McpClient.modernCall("1", "up__echo", "{}");
    // When
    RawResponse without = gateway.client().modern("tools/call", "up__echo").post(call);
    RawResponse known = with("Bearer " + KIM).modern("tools/call", "up__echo").post(call);
    // Then
    assertThat(turnedAway(without)).isEqualTo("401 -32600 Bearer");
    assertThat(known.result().has("content")).as(known.text()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"bearer ", "BEARER ", "Bearer    ", "  Bearer "})
  void theSchemeIsReadAsHttpHasIt(String before) {
    assertThat(with(before + KIM).post(INITIALIZE).status()).isEqualTo(200);
  }

  @Test
  void withoutACredentialNobodyIsLetIn() {
    // When
    RawResponse answer = with(null).agent("kim").post(INITIALIZE);
    // Then
    assertThat(turnedAway(answer)).isEqualTo("401 -32600 Bearer");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Bearer",
        "Bearer\tlg_key-of-kim~1",
        "Bearerlg_key-of-kim~1",
        "Basic a2ltOmxnX2tleS1vZi1raW0=",
        "Digest username=\"kim\"",
        "lg_key-of-kim~1",
        "Token lg_key-of-kim~1"
      })
  void otherSchemesAreAnsweredWithTheOneThatCounts(String authorization) {
    assertThat(turnedAway(with(authorization).post(INITIALIZE))).isEqualTo("401 -32600 Bearer");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "lg_key-of-kim~1x",
        "lg_key-of-kim~",
        "LG_KEY-OF-KIM~1",
        "lg_key-of-kim~1 x",
        "lg_key-of-kim~1\tx",
        "lg_key-of-kim~1, Bearer lg_key-of-bob",
        "\"lg_key-of-kim~1\"",
        "lg_key-of-kïm~1",
        "лг",
        "undefined",
        "null"
      })
  void aKeyThatIsNoneIsTurnedAway(String key) {
    assertThat(turnedAway(with("Bearer " + key).post(INITIALIZE)))
        .isEqualTo("401 -32600 Bearer error=\"invalid_token\"");
  }

  @Test
  void theHashOfAKeyIsNoKey() {
    assertThat(with("Bearer " + hash(KIM)).post(INITIALIZE).status()).isEqualTo(401);
  }

  @Test
  void aKeyAsLongAsHeadersMayBeIsTurnedAway() {
    assertThat(with("Bearer " + "x".repeat(15_000)).post(INITIALIZE).status()).isEqualTo(401);
  }

  @Test
  void aLongerHeaderIsRefusedBeforeAnyoneReadsIt() {
    // Given
    RawConnection connection = RawConnection.to(gateway.port());
    // When
    connection.sendUntilRefused(
        with("Bearer " + "x".repeat(20_000)).head("POST", 0).getBytes(UTF_8));
    // Then
    assertThat(connection.readHead().status()).isEqualTo(431);
    connection.close();
  }

  @ParameterizedTest
  @CsvSource({"lg_key-of-kim~1,lg_key-of-kim~1", "lg_key-of-kim~1,none", "none,lg_key-of-kim~1"})
  void twoCredentialsAreNone(String first, String second) {
    // Given
    McpClient client = with("Bearer " + first);
    String head = client.head("POST", INITIALIZE.length());
    String two =
        head.substring(0, head.length() - 2) + "authorization: Bearer " + second + "\r\n\r\n";
    // When
    try (RawConnection connection = RawConnection.to(gateway.port()).send(two + INITIALIZE)) {
      // Then
      assertThat(turnedAway(connection.read())).isEqualTo("401 -32600 Bearer");
    }
  }

  @Test
  void theBodyOfARequestThatIsTurnedAwayIsNoRequest() {
    // Given: a body that looks like a request of somebody else
    String inside = with("Bearer " + BOB).head("GET", 0);
    String good = with("Bearer " + KIM).head("POST", INITIALIZE.length()) + INITIALIZE;
    // When
    try (RawConnection connection =
        RawConnection.to(gateway.port())
            .send(with(null).head("POST", inside.length()) + inside + good)) {
      int first = connection.read().status();
      int second = connection.read().status();
      // Then
      assertThat(first + " " + second).isEqualTo("401 200");
    }
  }

  @Test
  void bytesThatAreNoTextAreTurnedAway() {
    // Given
    byte[] head = with("Bearer \u00ff\u00fe\u0080").head("GET", 0).getBytes(ISO_8859_1);
    // When
    try (RawConnection connection = RawConnection.to(gateway.port()).send(head)) {
      // Then
      assertThat(connection.readHead().status()).isIn(400, 401);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "X-LeaseGate-Agent,bob",
    "X-ScopeGate-Agent,bob",
    "X-LeaseGate-Agent,KIM",
    "X-LeaseGate-Agent,''",
    "X-LeaseGate-Agent,not a name",
    "X-LeaseGate-Workspace,default",
    "X-LeaseGate-Workspace,Team"
  })
  void aHeaderThatSaysAnotherIsForbidden(String header, String value) {
    // When
    RawResponse answer = with("Bearer " + KIM).header(header, value).post(INITIALIZE);
    // Then
    assertThat(answer.status() + " " + answer.errorCode()).isEqualTo("403 -32600");
  }

  @Test
  void theFormerHeaderIsLookedAtBesideTheNewOne() {
    // When
    RawResponse answer =
        with("Bearer " + KIM).agent("kim").header("X-ScopeGate-Agent", "bob").post(INITIALIZE);
    // Then
    assertThat(answer.status()).isEqualTo(403);
  }

  @Test
  void headersThatSayTheSameAreFine() {
    // When
    RawResponse answer =
        with("Bearer " + KIM)
            .agent("kim")
            .header("X-ScopeGate-Agent", "kim")
            .header("X-LeaseGate-Workspace", "team")
            .post(INITIALIZE);
    // Then
    assertThat(answer.status()).isEqualTo(200);
  }

  @Test
  void aSessionIsOfNoUseToAnotherKey() {
    // Given
    String session = with("Bearer " + KIM).initialize().session();
    // When
    RawResponse answer =
        with("Bearer " + BOB)
            .header("Mcp-Session-Id", session)
            .post(McpClient.request("1", "ping"));
    // Then
    assertThat(answer.status()).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "DELETE", "PUT"})
  void everyMethodAsksForTheKey(String method) {
    // Given
    String session = with("Bearer " + KIM).initialize().session();
    // When
    RawResponse answer = with(null).header("Mcp-Session-Id", session).send(method);
    // Then
    assertThat(turnedAway(answer)).isEqualTo("401 -32600 Bearer");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/mcp/up", "/mcp/nothing-here"})
  void withoutAKeyNobodyLearnsWhatUpstreamsThereAre(String path) {
    assertThat(with(null).at(path).post(INITIALIZE).status()).isEqualTo(401);
  }

  @Test
  void aBrowserMayAskBeforeItShowsTheKey() {
    // When
    RawResponse answer =
        with(null)
            .header("Origin", "https://app.example")
            .header("Access-Control-Request-Headers", "authorization")
            .send("OPTIONS");
    // Then
    assertThat(answer.status() + " " + answer.header("access-control-allow-headers"))
        .isEqualTo("204 authorization");
  }

  @Test
  void theAdminListenerWantsItsOwnToken() {
    // When
    RawResponse withKey =
        gateway.adminRequest(
            "GET /admin/status HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                + KIM
                + "\r\n\r\n");
    // Then
    assertThat(withKey.status()).isEqualTo(401);
    assertThat(gateway.status().path("keys_problem").asText()).isEmpty();
    assertThat(gateway.admin("/readyz").status()).isEqualTo(200);
  }

  @Test
  void theAdminTokenIsNoKey() {
    assertThat(with("Bearer " + gateway.token()).post(INITIALIZE).status()).isEqualTo(401);
  }

  @Test
  void theKeyStaysHere() {
    // When
    with("Bearer " + KIM).initialize().call("up__echo", "{}");
    // Then
    assertThat(upstream.await("tools/call", 1).header("authorization")).isEmpty();
  }

  @Test
  void aChangedFileIsInForceAndWhatWasTakenAwayEndsItsStreams() throws IOException {
    // Given
    McpClient kim = with("Bearer " + KIM).initialize();
    RawConnection stream = kim.stream();
    stream.readBlock();
    McpClient bob = with("Bearer " + BOB).initialize();
    RawConnection other = bob.stream();
    other.readBlock();
    // When
    write(entry("bob", BOB) + entry("ann", "lg_key-of-ann"));
    gateway.reloadFiles();
    // Then
    assertThat(stream.readToEnd()).isEmpty();
    assertThat(kim.post(McpClient.request("1", "ping")).status()).isEqualTo(401);
    assertThat(bob.post(McpClient.request("1", "ping")).status()).isEqualTo(200);
    assertThat(with("Bearer lg_key-of-ann").post(INITIALIZE).status()).isEqualTo(200);
    Await.until(
        "only the other stream is open", () -> gateway.metric("leasegate_streams_open") == 1);
    stream.close();
    other.close();
  }

  @Test
  void aBadEditKeepsTheLastGoodKeysAndSaysSo() throws IOException {
    // When
    Files.writeString(keys, "keys:\n  - { id: kim, colour: red }\n");
    gateway.reloadFiles();
    // Then
    Await.until("said", () -> gateway.admin("/readyz").text().contains("keys.yaml:2:"));
    assertThat(with("Bearer " + KIM).post(INITIALIZE).status()).isEqualTo(200);
    assertThat(gateway.status().path("keys_problem").asText()).contains("keys[0]");
    assertThat(gateway.metric("leasegate_reload_errors_total")).isEqualTo(1);
  }

  @Test
  void aFileThatVanishesKeepsTheLastGoodKeys() throws IOException {
    // When
    Files.delete(keys);
    gateway.reloadFiles();
    // Then
    Await.until("said", () -> gateway.admin("/readyz").text().contains("does not exist"));
    assertThat(with("Bearer " + KIM).post(INITIALIZE).status()).isEqualTo(200);
  }
}
