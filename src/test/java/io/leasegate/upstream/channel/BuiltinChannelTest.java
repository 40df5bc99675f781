package io.leasegate.upstream.channel;

import static io.leasegate.upstream.channel.UpstreamProbe.jsonOf;
import static io.leasegate.upstream.channel.UpstreamProbe.result;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.core.error.ErrorCode;
import io.leasegate.sim.SimOptions;
import io.leasegate.sim.SimServer;
import io.leasegate.upstream.UpstreamAnswer;
import io.leasegate.upstream.UpstreamAnswer.OutcomeUnknown;
import io.leasegate.upstream.UpstreamAnswer.TooLarge;
import io.leasegate.upstream.channel.UpstreamProbe.CallProbe;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The simulated upstream behind the same session as a child process. */
class BuiltinChannelTest {

  private final AtomicReference<SimServer> server = new AtomicReference<>();
  private final UpstreamProbe probe =
      UpstreamProbe.over(
          UpstreamProbe.settings(),
          each -> {
            SimServer sim = new SimServer(each.vertx, SimOptions.DEFAULT.withPageSize(3));
            server.set(sim);
            return BuiltinChannel.factory(sim, UpstreamProbe.SCANNER, UpstreamProbe.MAX_RESPONSE);
          });

  @BeforeEach
  void connect() {
    probe.await(() -> probe.upstream.health().ok());
  }

  @AfterEach
  void stop() {
    probe.close();
  }

  @Test
  void allPagesOfToolsAreRead() {
    assertThat(probe.upstream.health().tools()).isEqualTo(10);
    requireNonNull(server.get()).changeTools(5);
    probe.passTimeUntil(Duration.ofMillis(20), () -> probe.upstream.health().tools() == 15);
  }

  @Test
  void theHeadersOfACallReachIt() {
    assertThat(jsonOf(probe.answer("fence"))).contains("\"header\":\"l:1\"");
  }

  @Test
  void progressReachesItsCall() {
    CallProbe call = probe.call("progress", "{\"steps\":3}");
    call.answer();
    assertThat(call.progress).hasValue(3);
    assertThat(call.offLoop).hasValue(0);
  }

  @Test
  void anAnswerOverTheLimitIsTooLarge() {
    assertThat(probe.call("large", "{\"bytes\":300000}").answer())
        .isEqualTo(new TooLarge(UpstreamProbe.MAX_RESPONSE));
  }

  @Test
  void aCutConnectionIsOpenedAgain() {
    assertThat(probe.call("fail", "{\"mode\":\"disconnect\"}").answer())
        .isEqualTo(new OutcomeUnknown(ErrorCode.UPSTREAM_LOST, "closed the connection"));
    probe.passTimeUntilOpened(2);
    assertThat(jsonOf(probe.call("echo", "{\"text\":\"again\"}").answer())).contains("again");
  }

  @Test
  void aRunningCallMayFinishWithinTheGraceOfAStop() {
    Future<UpstreamAnswer> slow = probe.call("slow", "{\"ms\":30}").send();
    probe.call("echo", "{\"text\":\"sent behind it\"}").answer();
    result(probe.upstream.stop(Duration.ofMinutes(1)));
    assertThat(jsonOf(result(slow))).contains("30");
  }
}
