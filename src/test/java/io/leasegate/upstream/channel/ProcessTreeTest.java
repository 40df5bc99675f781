package io.leasegate.upstream.channel;

import static io.leasegate.upstream.channel.UpstreamProbe.isAlive;
import static io.leasegate.upstream.channel.UpstreamProbe.pids;
import static io.leasegate.upstream.channel.UpstreamProbe.result;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.upstream.UpstreamAnswer.OutcomeUnknown;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Nothing of a child stays behind, whatever it started and ignores. */
class ProcessTreeTest {

  /** Starts a grandchild in its group and one that leaves it; all of them ignore SIGTERM. */
  private static final String STUBBORN =
      """
      trap '' TERM
      sh -c 'trap "" TERM; while :; do sleep 1; done' &
      inside=$!
      setsid sh -c 'trap "" TERM; while :; do sleep 1; done' &
      outside=$!
      while IFS= read -r line; do
        id=${line#*'"id":'}; id=${id%%,*}
        case $line in
          *'"initialize"'*)
            echo '{"jsonrpc":"2.0","id":'$id',"result":{"protocolVersion":"2025-11-25","capabilities":{}}}';;
          *'"pids"'*)
            echo '{"jsonrpc":"2.0","id":'$id',"result":{"text":"'"$$ $inside $outside"'"}}';;
          *'"die"'*)
            kill -9 $outside; kill -9 $$;;
        esac
      done
      while :; do sleep 1; done
      """;

  private static UpstreamProbe stubborn() {
    UpstreamProbe probe =
        UpstreamProbe.over(
            UpstreamProbe.settings(), each -> each.stdio(new ChildCommand("sh", "-c", STUBBORN)));
    probe.await(() -> probe.upstream.health().ok());
    return probe;
  }

  @Test
  void aStopEndsAChildThatIgnoresItAndAllThatItStarted() {
    try (UpstreamProbe probe = stubborn()) {
      List<Long> pids = pids(probe.text("pids"));
      assertThat(pids).hasSize(3).allMatch(UpstreamProbe::isAlive);
      result(probe.upstream.stop(Duration.ZERO));
      probe.await(() -> pids.stream().noneMatch(UpstreamProbe::isAlive));
    }
  }

  @Test
  void whatADeadChildLeftBehindIsEnded() {
    try (UpstreamProbe probe = stubborn()) {
      List<Long> pids = pids(probe.text("pids"));
      // the grandchild holds the pipes open: the death is noticed all the same
      assertThat(probe.answer("die")).isInstanceOf(OutcomeUnknown.class);
      probe.await(() -> pids.stream().noneMatch(UpstreamProbe::isAlive));
    }
  }

  @Test
  void aChildThatEndsByItselfIsNotSignalled() {
    try (UpstreamProbe probe = UpstreamProbe.ofChild()) {
      long pid = Long.parseLong(probe.text("pid"));
      assertThat(isAlive(pid)).isTrue();
      result(probe.upstream.stop(Duration.ZERO));
      assertThat(isAlive(pid)).isFalse();
    }
  }
}
