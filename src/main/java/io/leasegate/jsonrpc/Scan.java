package io.leasegate.jsonrpc;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the scan of a body found. */
public sealed interface Scan {

  /** One well-formed JSON-RPC message. */
  record One(RpcMessage message) implements Scan {}

  /** An array of messages (2025-03-26 only); each element is {@link One} or {@link Bad}. */
  record Batch(List<Scan> elements) implements Scan {}

  /**
   * Something that cannot be served.
   *
   * @param error the JSON-RPC error to answer
   * @param id the id to answer under as JSON text, or null where it is unknown
   */
  record Bad(RpcError error, @Nullable String id) implements Scan {}
}
