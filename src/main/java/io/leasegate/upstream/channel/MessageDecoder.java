package io.leasegate.upstream.channel;

import io.leasegate.jsonrpc.RpcScanner;
import io.leasegate.jsonrpc.Scan;
import java.util.List;

/** Turns pieces of text into what concerns a session. */
final class MessageDecoder {

  private final RpcScanner scanner;

  MessageDecoder(RpcScanner scanner) {
    this.scanner = scanner;
  }

  /** What the text says; empty when it is no JSON-RPC message and answers nothing. */
  List<Incoming> decode(byte[] text) {
    Scan scan = scanner.scan(text);
    if (scan instanceof Scan.One one) {
      return List.of(new Incoming.Message(one.message()));
    }
    if (scan instanceof Scan.Batch batch) {
      return batch.elements().stream()
          .filter(Scan.One.class::isInstance)
          .map(element -> (Incoming) new Incoming.Message(((Scan.One) element).message()))
          .toList();
    }
    long id = answeredId(text);
    return scan instanceof Scan.Bad bad && id >= 0
        ? List.of(new Incoming.Unreadable(id, bad.error().message()))
        : List.of();
  }

  /** The id of the request that the text was meant to answer, or -1. */
  static long answeredId(byte[] text) {
    EnvelopeProbe probe = new EnvelopeProbe();
    probe.feed(text, 0, text.length);
    return probe.answeredId();
  }
}
