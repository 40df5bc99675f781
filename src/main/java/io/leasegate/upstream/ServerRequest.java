package io.leasegate.upstream;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.leasegate.jsonrpc.JsonObjects;
import io.leasegate.jsonrpc.JsonStrings;
import io.leasegate.jsonrpc.Members;
import io.leasegate.jsonrpc.OutboundCall;
import io.leasegate.jsonrpc.RpcError;
import io.leasegate.jsonrpc.RpcMessage;
import io.leasegate.jsonrpc.Splice;
import io.vertx.core.buffer.Buffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What an upstream asks of the agent whose call it serves. It ends once: answered by the agent,
 * refused by the gateway, or taken back by the upstream; what comes after that changes nothing.
 * Bound to the call's loop.
 */
public final class ServerRequest {

  /** Hears that nobody waits for the agent's answer any more. */
  @FunctionalInterface
  public interface Withdrawal {
    /**
     * @param cancelled the upstream's {@code notifications/cancelled}, or null when the call ended
     */
    void withdrawn(@Nullable RpcMessage cancelled);
  }

  private final RpcMessage message;
  private final Consumer<Buffer> reply;
  private final Runnable onEnd;
  private Withdrawal withdrawal = cancelled -> {};
  private boolean open = true;

  /**
   * @param message the request
   * @param reply takes the answer to the upstream
   * @param onEnd runs when it has ended, before anything else is told of that
   */
  public ServerRequest(RpcMessage message, Consumer<Buffer> reply, Runnable onEnd) {
    this.message = message;
    this.reply = reply;
    this.onEnd = onEnd;
  }

  public RpcMessage message() {
    return message;
  }

  /** Whether its answer is still waited for. */
  public boolean isOpen() {
    return open;
  }

  /** Names the one who told the agent of it. */
  public void onWithdrawn(Withdrawal listener) {
    withdrawal = listener;
  }

  /** The agent's answer, under whatever id: the upstream gets its bytes under its own. */
  public void answer(RpcMessage response) {
    if (end()) {
      Splice splice = new Splice(response);
      splice.replace(response.idFrom(), response.idTo(), message.idText().getBytes(UTF_8));
      Members result = response.result();
      if (result != null) {
        JsonObjects.members(response.bytes(), result, "_meta")
            .ifPresent(
                meta -> splice.members(meta, name -> name.startsWith(OutboundCall.OWN_META)));
      }
      reply.accept(splice.toBuffer());
    }
  }

  /** The agent is not asked, or not waited for. */
  public void refuse(RpcError error) {
    if (end()) {
      reply.accept(error(message.idText(), error));
    }
  }

  /** Its call has ended, and the answer would come too late. */
  public void expire(RpcError error) {
    if (end()) {
      withdrawal.withdrawn(null);
      reply.accept(error(message.idText(), error));
    }
  }

  /** The upstream does not want to know any more. */
  public void cancel(RpcMessage cancelled) {
    if (end()) {
      withdrawal.withdrawn(cancelled);
    }
  }

  private boolean end() {
    boolean ends = open;
    open = false;
    if (ends) {
      onEnd.run();
    }
    return ends;
  }

  /**
   * A JSON-RPC error.
   *
   * @param id JSON text
   */
  public static Buffer error(String id, RpcError error) {
    return Buffer.buffer(
        "{\"jsonrpc\":\"2.0\",\"id\":"
            + id
            + ",\"error\":{\"code\":"
            + error.code()
            + ",\"message\":"
            + new String(JsonStrings.quote(error.message()), UTF_8)
            + "}}");
  }
}
