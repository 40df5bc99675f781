package io.leasegate.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.leasegate.testing.Await;
import io.leasegate.testing.Json;
import io.leasegate.testing.McpClient;
import io.leasegate.testing.RawConnection;
import io.leasegate.testing.RedisCommands;
import io.leasegate.testing.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What one gateway process does, as the clients of another one see it. */
class TwoReplicasIT {

  private static final RedisServer REDIS = RedisServer.start();
  private static final Replicas REPLICAS =
      new Replicas("two", store(REDIS.uri()), "notices: { threshold: 0.5 }\n");
  private static final GatewayProcess A = REPLICAS.a;
  private static final GatewayProcess B = REPLICAS.b;
  private static final Caller CALLER = new Caller(Duration.ofSeconds(20));
  private static final String NO_ARGUMENTS = "{}";

  /** Of the grants that are renewed; a notice comes in the middle. */
  private static final Duration WINDOW = Duration.ofSeconds(12);

  /** No step fails because the machine, and Redis with it, stood still for a while. */
  private static String store(String uri) {
    return "{ kind: redis, redis: { uri: \"" + uri + "\", timeout: 20s } }";
  }

  @BeforeAll
  static void start() {
    REPLICAS.start(CALLER);
  }

  @AfterAll
  static void stop() {
    REPLICAS.close();
    REDIS.close();
  }

  private static JsonNode ask(GatewayProcess at, String agent, String tool, String arguments) {
    return CALLER.ask(at, agent, tool, arguments);
  }

  private static Answer read(GatewayProcess at, String agent) {
    return CALLER.call(at, agent, "up__read", NO_ARGUMENTS);
  }

  private static JsonNode request(GatewayProcess at, String agent, String more) {
    return ask(
        at,
        agent,
        "scopegate_request_capability",
        "{\"capability\":\"up:call:*\",\"reason\":\"test\"" + more + "}");
  }

  private static void revoke(GatewayProcess at, String agent, String grant) {
    assertThat(
            ask(at, agent, "scopegate_revoke_capability", "{\"grant_id\":\"" + grant + "\"}")
                .path("revoked")
                .asBoolean())
        .isTrue();
  }

  /**
   * Milliseconds from the answer to a revoke at A until the begin of the last read that another
   * replica allowed; none below 0.
   */
  private static long staleness(GatewayProcess other, String agent) {
    String grant = request(A, agent, "").path("grant_id").asText();
    assertThat(read(other, agent)).isInstanceOf(Answer.Done.class);
    revoke(A, agent, grant);
    long revokedAt = System.nanoTime();
    long last = revokedAt;
    while (true) {
      long beganAt = System.nanoTime();
      Answer answer = read(other, agent);
      if (answer instanceof Answer.Refused refused) {
        assertThat(refused.code()).isEqualTo("grant_revoked");
        return (last - revokedAt) / 1_000_000;
      }
      assertThat(answer).isInstanceOf(Answer.Done.class);
      last = beganAt;
    }
  }

  private static List<Long> stalenesses(GatewayProcess other, String name, int count) {
    List<Long> all =
        new ArrayList<>(
            IntStream.range(0, count).mapToObj(i -> staleness(other, name + "-" + i)).toList());
    Collections.sort(all);
    System.out.printf(
        "revoke at A, last read allowed elsewhere, %s, ms: min %d median %d max %d of %d%n",
        name, all.get(0), all.get(count / 2), all.get(count - 1), count);
    return all;
  }

  @Test
  void aRevokeIsHeardOfElsewhereByAHint() {
    List<Long> ms = stalenesses(B, "by-hint", 60);

    assertThat(ms.get(ms.size() / 2)).as("the median").isLessThanOrEqualTo(250);
    assertThat(ms).allMatch(it -> it <= 1_000);
  }

  @Test
  void aRevokeIsKnownWithinASecondToWhoHearsNoHints() {
    // Given: one that may subscribe to nothing
    try (RedisCommands commands = REDIS.commands()) {
      commands.send("ACL", "SETUSER", "deaf", "on", ">secret", "~*", "+@all", "resetchannels");
    }
    try (GatewayProcess deaf =
        REPLICAS.over("deaf", store("redis://deaf:secret@127.0.0.1:" + REDIS.port()))) {
      deaf.start();
      Replicas.awaitReady(CALLER, deaf);

      // Then
      assertThat(stalenesses(deaf, "without-hints", 20)).allMatch(it -> it <= 1_000);
    }
  }

  @Test
  void whoSleptThroughARevokeAllowsNothingAfterwards() {
    for (int i = 0; i < 10; i++) {
      // Given: B knows the grant and is stopped for longer than it may go on without the store
      String agent = "slept-" + i;
      String grant = request(A, agent, "").path("grant_id").asText();
      assertThat(read(B, agent)).isInstanceOf(Answer.Done.class);
      B.pause();
      revoke(A, agent, grant);
      long stale = System.nanoTime() + Duration.ofSeconds(1).toNanos();
      Await.until("it is too old", () -> System.nanoTime() > stale);

      // When: a read is there before it wakes up
      CompletableFuture<Answer> answer = CALLER.begin(B, agent, "up__read", NO_ARGUMENTS);
      B.resume();

      // Then
      assertThat(answer.join()).isEqualTo(new Answer.Refused("grant_revoked"));
    }
  }

  @Test
  void whatIsGrantedOnOneIsUsableOnTheOtherAtOnce() {
    for (int i = 0; i < 30; i++) {
      // Given: the other one knows that there is no grant
      String agent = "granted-" + i;
      revoke(B, agent, request(B, agent, "").path("grant_id").asText());
      assertThat(read(B, agent)).isEqualTo(new Answer.Refused("grant_revoked"));

      // When
      assertThat(request(A, agent, "").path("granted").asBoolean()).isTrue();

      // Then
      assertThat(read(B, agent)).isInstanceOf(Answer.Done.class);
      assertThat(CALLER.call(B, agent, "up__write", NO_ARGUMENTS)).isInstanceOf(Answer.Done.class);
    }
  }

  private static String lease(GatewayProcess at, String agent) {
    return ask(at, agent, "scopegate_open_task_lease", "{\"goal\":\"test\",\"upstreams\":[\"up\"]}")
        .path("lease_id")
        .asText();
  }

  private static String leaseBound(GatewayProcess at, String agent) {
    return request(
            at,
            agent,
            ",\"ttl\":\"" + WINDOW.toSeconds() + "s\",\"lease_id\":\"" + lease(at, agent) + "\"")
        .path("grant_id")
        .asText();
  }

  private static void renew(GatewayProcess at, String agent, String grant) {
    assertThat(
            ask(at, agent, "scopegate_renew_capability", "{\"grant_id\":\"" + grant + "\"}")
                .path("renewed")
                .asBoolean())
        .isTrue();
  }

  /** The notice on a read's result, or a missing node. */
  private static JsonNode notice(GatewayProcess at, String agent) {
    JsonNode result = CALLER.send(at, agent, "up__read", NO_ARGUMENTS).result();
    assertThat(result.path("_meta").path("io.leasegate/error").isMissingNode())
        .as(result.toString())
        .isTrue();
    return result.path("_meta").path("io.leasegate/notice");
  }

  @Test
  void aRenewalOnOneLengthensTheWindowOnTheOther() {
    // Given: B tells of the end that it knows
    String agent = "renewing";
    String grant = leaseBound(A, agent);
    long issuedAt = System.nanoTime();
    Await.until("a notice on B", () -> !notice(B, agent).isMissingNode());

    // When
    renew(A, agent, grant);

    // Then: it tells of it no longer, and the grant outlives its first end
    Await.until("no notice on B", () -> notice(B, agent).isMissingNode());
    Await.until("the first end", () -> System.nanoTime() - issuedAt > WINDOW.toNanos());
    assertThat(read(B, agent)).isInstanceOf(Answer.Done.class);
  }

  @Test
  void aRenewalOnOneReArmsTheStreamsOnTheOther() {
    // Given: a session that listens at B, and a grant that it is told of
    String agent = "listening";
    McpClient client = new McpClient(B.agent().getPort()).agent(agent).initialize();
    try (RawConnection stream = client.stream()) {
      String grant = leaseBound(A, agent);
      read(B, agent);
      CompletableFuture<Long> told =
          CompletableFuture.supplyAsync(
              () -> {
                while (!stream.readEvent().contains(grant)) {
                  // of something else
                }
                return System.nanoTime();
              });

      // When: it is renewed before its notice is due
      long quarter = System.nanoTime() + WINDOW.dividedBy(4).toNanos();
      Await.until("a quarter of it is over", () -> System.nanoTime() > quarter);
      long renewedAt = System.nanoTime();
      renew(A, agent, grant);

      // Then: the notice comes when half of the new window is left
      assertThat(Duration.ofNanos(told.join() - renewedAt))
          .isGreaterThanOrEqualTo(WINDOW.dividedBy(2));
    }
  }

  @Test
  void whoRetriesElsewhereWhileItRunsGetsTheSameResult() {
    for (int i = 0; i < 10; i++) {
      String arguments =
          "{\"title\":\"shared-" + i + "\",\"ms\":300,\"_sg_idempotency_key\":\"k" + i + "\"}";

      CompletableFuture<Answer> first = CALLER.begin(A, "sharing", "up__write", arguments);
      CompletableFuture<Answer> second = CALLER.begin(B, "sharing", "up__write", arguments);

      assertThat(first.join()).isInstanceOf(Answer.Done.class);
      assertThat(((Answer.Done) second.join()).content())
          .isEqualTo(((Answer.Done) first.join()).content());
      assertThat(REPLICAS.upstream.executions("shared-" + i)).hasSize(1);
    }
  }

  private static McpClient sameSession(McpClient client, GatewayProcess at) {
    McpClient there = new McpClient(at.agent().getPort());
    client.headers().forEach(there::header);
    return there.header("Host", "127.0.0.1:" + at.agent().getPort());
  }

  private static String answered(GatewayProcess replica, McpClient atA, String title, String with) {
    String arguments = "{\"title\":" + Json.quote(title) + "}";
    try (RawConnection call = atA.begin(McpClient.callMessage("7", "up__ask", arguments))) {
      call.readHead();
      String id = Json.read(call.readEvent()).path("id").toString();
      String response =
          "{\"jsonrpc\":\"2.0\",\"id\":"
              + id
              + ",\"result\":{\"action\":\"accept\",\"content\":{\"name\":"
              + Json.quote(with)
              + "}}}";
      assertThat(sameSession(atA, replica).post(response).status()).isEqualTo(202);
      assertThat(sameSession(atA, replica).post(response).status()).isEqualTo(202);
      return call.readEvent();
    }
  }

  @Test
  void anAnswerThatArrivesElsewhereReachesTheCall() {
    // Given
    McpClient atA =
        new McpClient(A.agent().getPort())
            .agent("asked")
            .initialize("2025-11-25", "{\"elicitation\":{}}");
    String large = "x".repeat(1 << 20);

    // Then
    for (int i = 0; i < 10; i++) {
      assertThat(answered(i % 2 == 0 ? B : A, atA, "asked-" + i, "name-" + i))
          .contains("accept")
          .contains("name-" + i);
    }
    assertThat(answered(B, atA, "asked-much", large)).contains(large);
  }

  @Test
  void anAnswerThatArrivesElsewhereReachesWhoHearsNoHints() {
    // Given: the call runs where nothing may be subscribed to, nor said
    try (RedisCommands commands = REDIS.commands()) {
      commands.send("ACL", "SETUSER", "mute", "on", ">secret", "~*", "+@all", "resetchannels");
    }
    try (GatewayProcess mute =
        REPLICAS.over("mute", store("redis://mute:secret@127.0.0.1:" + REDIS.port()))) {
      mute.start();
      Replicas.awaitReady(CALLER, mute);
      assertThat(request(B, "asked-quietly", "").path("granted").asBoolean()).isTrue();
      McpClient client =
          new McpClient(mute.agent().getPort())
              .agent("asked-quietly")
              .initialize("2025-11-25", "{\"elicitation\":{}}");

      // Then
      assertThat(answered(B, client, "quietly", "yes")).contains("accept");
    }
  }

  @Test
  void aSessionIsServedElsewhereAfterItsReplicaWasKilled() {
    // Given: opened at A
    McpClient atA = new McpClient(A.agent().getPort()).agent("moving").initialize();
    McpClient atB = new McpClient(B.agent().getPort());
    atA.headers().forEach(atB::header);
    atB.header("Host", "127.0.0.1:" + B.agent().getPort());

    // When
    A.kill();
    JsonNode there = atB.call("up__read", NO_ARGUMENTS).result();
    A.start();
    Replicas.awaitReady(CALLER, A);

    // Then
    assertThat(there.path("content").path(0).path("text").asText()).startsWith("execution");
    McpClient again = new McpClient(A.agent().getPort());
    atA.headers().forEach(again::header);
    again.header("Host", "127.0.0.1:" + A.agent().getPort());
    assertThat(Json.read(again.call("up__read", NO_ARGUMENTS).answerText()).has("result")).isTrue();
  }
}
