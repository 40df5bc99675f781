package io.leasegate.upstream.channel;

import io.leasegate.jsonrpc.RpcMessage;

/** Something that came over a channel and concerns its session. */
public sealed interface Incoming {

  /** A well-formed JSON-RPC message. */
  record Message(RpcMessage message) implements Incoming {}

  /** The answer to the request of that id, longer than what is read. */
  record Oversize(long id) implements Incoming {}

  /**
   * What was to be the answer to the request of that id, and cannot be read.
   *
   * @param why one line
   */
  record Unreadable(long id, String why) implements Incoming {}
}
