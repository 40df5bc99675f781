package io.leasegate.bench.jmh;

import io.leasegate.jsonrpc.RpcMessage;
import io.leasegate.jsonrpc.RpcScanner;
import io.leasegate.jsonrpc.Scan;
import io.leasegate.jsonrpc.Splice;
import io.vertx.core.buffer.Buffer;
import java.util.Arrays;

/** The steps of a call around the pipeline, as the agents' side does them. */
final class Messages {
  private static final RpcScanner SCANNER = new RpcScanner(64);

  private Messages() {}

  static RpcMessage scan(byte[] bytes) {
    if (SCANNER.scan(bytes) instanceof Scan.One one) {
      return one.message();
    }
    throw new IllegalArgumentException("not one message");
  }

  /** The answer under the request's id. */
  static Buffer relay(RpcMessage answer, RpcMessage request) {
    byte[] id = Arrays.copyOfRange(request.bytes(), request.idFrom(), request.idTo());
    return new Splice(answer).replace(answer.idFrom(), answer.idTo(), id).toBuffer();
  }
}
