package io.leasegate.upstream.http;

import io.leasegate.upstream.UpstreamCall;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Bounds the calls to one upstream that were given up for their time and still hold a connection.
 * Safe from every loop.
 */
final class OverdueCalls {

  private final AtomicInteger count = new AtomicInteger();

  /** Takes a place; false when there is none. */
  boolean enter() {
    int before = count.getAndUpdate(n -> n < UpstreamCall.MAX_LATE ? n + 1 : n);
    return before < UpstreamCall.MAX_LATE;
  }

  /** Gives the place back. */
  void leave() {
    count.decrementAndGet();
  }
}
