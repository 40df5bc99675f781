package io.leasegate.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.core.call.Identity;
import io.leasegate.testing.Await;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every {@link SessionStore} does. */
public abstract class SessionStoreContract {

  protected static final int MAX_SESSIONS = 3;
  protected static final Duration IDLE = Duration.ofMinutes(30);

  private static final Identity ANA = new Identity("team", "ana");
  private static final Identity BEN = new Identity("team", "ben");
  private static final Identity ANA_ELSEWHERE = new Identity("other", "ana");

  private SessionStore store;

  /** A fresh store of {@link #MAX_SESSIONS} sessions that are idle after {@link #IDLE}. */
  protected abstract SessionStore open();

  /** Moves the store's own clock. */
  protected abstract void advance(Duration by);

  /** Ends the store. */
  protected void close(SessionStore opened) {}

  @BeforeEach
  void openStore() {
    store = open();
  }

  @AfterEach
  void closeStore() {
    close(store);
  }

  private static SessionRecord session(String id, Identity identity) {
    return new SessionRecord(id, identity, "2025-11-25", "{\"roots\":{}}", Optional.empty());
  }

  private boolean opens(String id, Identity identity) {
    return Await.result(store.open(session(id, identity)));
  }

  private Optional<SessionRecord> find(String id, Identity identity) {
    return Await.result(store.find(id, identity));
  }

  @Test
  void anOpenedSessionIsFoundAsItWas() {
    // Given
    opens("a", ANA);
    // When
    Optional<SessionRecord> found = find("a", ANA);
    // Then
    assertThat(found).contains(session("a", ANA));
  }

  @Test
  void whatWasNeverOpenedIsNotFound() {
    assertThat(find("a", ANA)).isEmpty();
  }

  @Test
  void toAnotherAgentASessionDoesNotExist() {
    // Given
    opens("a", ANA);
    // When
    Optional<SessionRecord> found = find("a", BEN);
    // Then
    assertThat(found).isEmpty();
  }

  @Test
  void toTheSameAgentOfAnotherWorkspaceASessionDoesNotExist() {
    // Given
    opens("a", ANA);
    // When
    Optional<SessionRecord> found = find("a", ANA_ELSEWHERE);
    // Then
    assertThat(found).isEmpty();
  }

  @Test
  void anotherAgentCannotEndASession() {
    // Given
    opens("a", ANA);
    // When
    boolean closed = Await.result(store.close("a", BEN));
    // Then
    assertThat(closed || find("a", ANA).isEmpty()).isFalse();
  }

  @Test
  void anotherAgentCannotChangeALevel() {
    // Given
    opens("a", ANA);
    // When
    boolean changed = Await.result(store.setLogLevel("a", BEN, "error"));
    // Then
    assertThat(changed || find("a", ANA).orElseThrow().logLevel().isPresent()).isFalse();
  }

  @Test
  void aLevelIsKept() {
    // Given
    opens("a", ANA);
    // When
    Await.result(store.setLogLevel("a", ANA, "error"));
    // Then
    assertThat(find("a", ANA).orElseThrow().logLevel()).contains("error");
  }

  @Test
  void theNewestLevelCounts() {
    // Given
    opens("a", ANA);
    Await.result(store.setLogLevel("a", ANA, "error"));
    // When
    Await.result(store.setLogLevel("a", ANA, "debug"));
    // Then
    assertThat(find("a", ANA).orElseThrow().logLevel()).contains("debug");
  }

  @Test
  void aLevelOfNoSessionIsNotKept() {
    assertThat(Await.result(store.setLogLevel("a", ANA, "error"))).isFalse();
  }

  @Test
  void anEndedSessionIsNotFound() {
    // Given
    opens("a", ANA);
    // When
    Await.result(store.close("a", ANA));
    // Then
    assertThat(find("a", ANA)).isEmpty();
  }

  @Test
  void aSessionEndsOnce() {
    // Given
    opens("a", ANA);
    Await.result(store.close("a", ANA));
    // When
    boolean again = Await.result(store.close("a", ANA));
    // Then
    assertThat(again).isFalse();
  }

  @Test
  void anUnusedSessionIsGoneAtItsIdleLimit() {
    // Given
    opens("a", ANA);
    // When
    advance(IDLE);
    // Then
    assertThat(find("a", ANA)).isEmpty();
  }

  @Test
  void aSessionLivesUpToItsIdleLimit() {
    // Given
    opens("a", ANA);
    // When
    advance(IDLE.minus(Duration.ofMinutes(1)));
    // Then
    assertThat(find("a", ANA)).isPresent();
  }

  @Test
  void findingASessionPostponesItsEnd() {
    // Given
    opens("a", ANA);
    advance(IDLE.minus(Duration.ofMinutes(1)));
    find("a", ANA);
    // When
    advance(IDLE.minus(Duration.ofMinutes(2)));
    // Then
    assertThat(find("a", ANA)).isPresent();
  }

  @Test
  void anotherAgentsLookDoesNotPostponeTheEnd() {
    // Given
    opens("a", ANA);
    advance(IDLE.minus(Duration.ofMinutes(1)));
    find("a", BEN);
    // When
    advance(Duration.ofMinutes(1));
    // Then
    assertThat(find("a", ANA)).isEmpty();
  }

  private AwaitedAnswer await(String id, Identity identity, String request) {
    return Await.result(store.awaitAnswer(id, identity, request));
  }

  private void answer(String id, Identity identity, String request, String response) {
    Await.result(store.answer(id, identity, request, Buffer.buffer(response)));
  }

  private static AwaitedAnswer came(String response) {
    return new AwaitedAnswer.Came(Buffer.buffer(response));
  }

  @Test
  void anAnswerThatIsWaitedForIsTakenOnce() {
    // Given
    opens("a", ANA);
    AwaitedAnswer before = await("a", ANA, "r");
    answer("a", ANA, "r", "{\"text\":\"\u00e9\\u0000\"}");
    // When
    List<AwaitedAnswer> taken = List.of(await("a", ANA, "r"), await("a", ANA, "r"));
    // Then
    assertThat(before).isEqualTo(new AwaitedAnswer.Waiting());
    assertThat(taken)
        .containsExactly(came("{\"text\":\"\u00e9\\u0000\"}"), new AwaitedAnswer.Waiting());
  }

  @Test
  void theFirstAnswerCounts() {
    // Given
    opens("a", ANA);
    await("a", ANA, "r");
    // When
    answer("a", ANA, "r", "first");
    answer("a", ANA, "r", "second");
    // Then
    assertThat(await("a", ANA, "r")).isEqualTo(came("first"));
  }

  @Test
  void anAnswerThatNobodyWaitsForIsNotKept() {
    // Given
    opens("a", ANA);
    // When
    answer("a", ANA, "r", "early");
    // Then
    assertThat(await("a", ANA, "r")).isEqualTo(new AwaitedAnswer.Waiting());
  }

  @Test
  void anAnswerThatIsWaitedForNoLongerIsNotKept() {
    // Given
    opens("a", ANA);
    await("a", ANA, "r");
    Await.result(store.forgetAnswer("a", ANA, "r"));
    // When
    answer("a", ANA, "r", "late");
    // Then
    assertThat(await("a", ANA, "r")).isEqualTo(new AwaitedAnswer.Waiting());
  }

  @Test
  void anotherAgentsAnswerIsNotKept() {
    // Given
    opens("a", ANA);
    await("a", ANA, "r");
    // When
    answer("a", BEN, "r", "forged");
    answer("a", ANA_ELSEWHERE, "r", "forged");
    // Then
    assertThat(await("a", ANA, "r")).isEqualTo(new AwaitedAnswer.Waiting());
  }

  @Test
  void anAnswerInAnotherSessionIsNotKept() {
    // Given
    opens("a", ANA);
    opens("b", ANA);
    await("a", ANA, "r");
    // When
    answer("b", ANA, "r", "elsewhere");
    // Then
    assertThat(await("a", ANA, "r")).isEqualTo(new AwaitedAnswer.Waiting());
  }

  @Test
  void whoWaitsInAnEndedSessionIsToldSo() {
    // Given
    opens("a", ANA);
    await("a", ANA, "r");
    // When
    Await.result(store.close("a", ANA));
    // Then
    assertThat(await("a", ANA, "r")).isEqualTo(new AwaitedAnswer.NoSession());
  }

  @Test
  void asManySessionsAsMayBeCanBeOpened() {
    assertThat(opens("a", ANA) && opens("b", ANA) && opens("c", BEN)).isTrue();
  }

  @Test
  void oneSessionMoreIsRefused() {
    // Given
    opens("a", ANA);
    opens("b", ANA);
    opens("c", ANA);
    // When
    boolean opened = opens("d", BEN);
    // Then
    assertThat(opened).isFalse();
  }

  @Test
  void aRefusedSessionDoesNotExist() {
    // Given
    opens("a", ANA);
    opens("b", ANA);
    opens("c", ANA);
    // When
    opens("d", BEN);
    // Then
    assertThat(find("d", BEN)).isEmpty();
  }

  @Test
  void anEndedSessionMakesRoom() {
    // Given
    opens("a", ANA);
    opens("b", ANA);
    opens("c", ANA);
    // When
    Await.result(store.close("b", ANA));
    // Then
    assertThat(opens("d", BEN)).isTrue();
  }

  @Test
  void idleSessionsMakeRoom() {
    // Given
    opens("a", ANA);
    opens("b", ANA);
    opens("c", ANA);
    // When
    advance(IDLE);
    // Then
    assertThat(opens("d", BEN)).isTrue();
  }

  @Test
  void aFullStoreRefusesHoweverOftenItIsAsked() {
    // Given
    opens("a", ANA);
    opens("b", ANA);
    opens("c", ANA);
    opens("d", BEN);
    // When
    boolean opened = opens("e", BEN);
    // Then
    assertThat(opened).isFalse();
  }
}
