package io.leasegate.upstream.http;

import io.leasegate.jsonrpc.RpcError;
import io.leasegate.jsonrpc.RpcMessage;
import io.leasegate.upstream.UpstreamAnswer;

/** Hears of an exchange what is not its answer; on its loop. */
interface ExchangeListener {
  /** A message before the answer. */
  void onMessage(RpcMessage message);

  /**
   * Something that is no message, under an id that is not the request's: a request, most likely.
   *
   * @param id JSON text
   */
  default void onUnreadable(String id, RpcError error) {}

  /**
   * The answer is overdue, and the caller is told so.
   *
   * @return whether to stay and wait for it
   */
  default boolean staysOverdue() {
    return false;
  }

  /** What came after the answer was overdue; at most once. */
  default void onLate(UpstreamAnswer answer) {}

  /** No answer and no message comes any more; once. */
  default void onOver() {}
}
