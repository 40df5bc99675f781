package io.leasegate.core.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.core.capability.CapabilityGlob;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LeaseScopeTest {

  @Test
  void withoutUpstreamsTheScopeIsEverything() {
    LeaseScope scope = scope();
    assertThat(scope.covers("anything")).isTrue();
    assertThat(scope.covers(glob("*:call:*"))).isTrue();
    assertThat(scope.globs()).extracting(CapabilityGlob::text).containsExactly("**");
  }

  @Test
  void onlyTheNamedUpstreamsAreCovered() {
    LeaseScope scope = scope("sim", "github", "sim");
    assertThat(scope.upstreams()).containsExactly("sim", "github");
    assertThat(scope.covers("sim")).isTrue();
    assertThat(scope.covers("si")).isFalse();
    assertThat(scope.covers(glob("github:write:acme/tools"))).isTrue();
    assertThat(scope.covers(glob("gitlab:write:acme/tools"))).isFalse();
  }

  @Test
  void aRequestMustLieWhollyWithin() {
    LeaseScope scope = scope("sim", "github");
    assertThat(scope.covers(glob("sim:**"))).isTrue();
    assertThat(scope.covers(glob("{sim,github}:call:*"))).isTrue();
    assertThat(scope.covers(glob("{sim,gitlab}:call:*"))).isFalse();
    assertThat(scope.covers(glob("s*:call:*"))).isFalse();
  }

  @Test
  void aScopeOfVeryManyUpstreamsStillCoversWhatLiesAtOne() {
    LeaseScope scope =
        scope(IntStream.range(0, 200).mapToObj(i -> "up" + i).toArray(String[]::new));
    assertThat(scope.covers(glob("up199:call:*"))).isTrue();
    assertThat(scope.covers(glob("up200:call:*"))).isFalse();
  }

  private static LeaseScope scope(String... upstreams) {
    return new LeaseScope("goal", List.of(upstreams), List.of());
  }

  private static CapabilityGlob glob(String text) {
    return CapabilityGlob.parse(text).orThrow();
  }
}
