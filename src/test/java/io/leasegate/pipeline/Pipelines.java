package io.leasegate.pipeline;

import io.leasegate.audit.CallCounts;
import io.leasegate.core.notice.NoticeRule;
import io.leasegate.core.notice.NoticeThreshold;
import io.leasegate.grants.GrantFixture;
import io.leasegate.jsonrpc.RpcMessage;
import io.leasegate.store.CallStore;
import io.leasegate.upstream.CallListener;

/** Pipelines over the stores of a test. */
final class Pipelines {

  /** A call's listener that hears nothing. */
  static final CallListener NOBODY =
      new CallListener() {
        @Override
        public void onProgress(RpcMessage notification) {}

        @Override
        public void onLog(RpcMessage notification) {}
      };

  private Pipelines() {}

  /**
   * Everything as in the fixture, but for the calls.
   *
   * @param mostRecordBytes of an answer that is kept under a key
   */
  static CallPipeline over(
      GrantFixture fixture,
      CallStore calls,
      KeyWaiters waiters,
      long mostRecordBytes,
      CallMeter meter) {
    return new CallPipeline(
        new CallPipeline.Parts(
            () -> fixture.policy,
            fixture.cache,
            fixture.issuer,
            calls,
            waiters,
            fixture::id,
            mostRecordBytes,
            new NoticeRule(NoticeThreshold.of(0.2)),
            new CallCounts(() -> 0),
            meter));
  }
}
