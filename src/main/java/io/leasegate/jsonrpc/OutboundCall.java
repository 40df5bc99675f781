package io.leasegate.jsonrpc;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.vertx.core.buffer.Buffer;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A client's {@code tools/call} as an upstream of the initialize era gets it: the client's bytes,
 * with the id, the tool's name and the progress token replaced, and what is the gateway's removed.
 *
 * <p>The progress token, where the client sent one, becomes the id: one number finds the call in
 * both.
 */
public final class OutboundCall {

  /** The argument that carries an idempotency key. */
  public static final String KEY_ARGUMENT = "_sg_idempotency_key";

  /** Prefix of what the gateway says, and clients must not, in {@code _meta}. */
  public static final String OWN_META = "io.leasegate/";

  private static final Set<String> HOP_META =
      Set.of(
          "io.modelcontextprotocol/protocolVersion",
          "io.modelcontextprotocol/clientInfo",
          "io.modelcontextprotocol/clientCapabilities",
          "io.modelcontextprotocol/logLevel");

  private final RpcMessage message;
  private final String tool;
  private final byte[][] addedMeta;

  /**
   * @param message a request {@code tools/call} with a string {@code params.name}
   * @param tool the upstream's own name of the tool
   * @param addedMeta JSON members to put into {@code _meta}
   */
  public OutboundCall(RpcMessage message, String tool, byte[]... addedMeta) {
    if (message.params() == null) {
      throw new IllegalArgumentException("a call has params");
    }
    this.message = message;
    this.tool = tool;
    this.addedMeta = addedMeta;
  }

  /** Whether the client asked for progress. */
  public boolean wantsProgress() {
    Members meta = message.meta();
    return meta != null && meta.indexOf("progressToken") >= 0;
  }

  /** The bytes to send under that id. */
  public Buffer render(long id) {
    Splice splice = new Splice(message);
    byte[] idBytes = Long.toString(id).getBytes(US_ASCII);
    splice.replace(message.idFrom(), message.idTo(), idBytes);
    Members params = params();
    int name = params.indexOf("name");
    if (!tool.equals(message.string(params, "name"))) {
      splice.replace(params.valueFrom(name), params.valueTo(name), JsonStrings.quote(tool));
    }
    Members arguments = message.arguments();
    if (arguments != null && arguments.indexOf(KEY_ARGUMENT) >= 0) {
      splice.members(arguments, KEY_ARGUMENT::equals);
    }
    editMeta(splice, idBytes);
    return splice.toBuffer();
  }

  private Members params() {
    Members params = message.params();
    if (params == null) {
      throw new IllegalStateException("a call has params");
    }
    return params;
  }

  private void editMeta(Splice splice, byte[] idBytes) {
    @Nullable Members meta = message.meta();
    // tasks are not served: the request is processed as if the member were not there
    if (meta == null) {
      byte[][] added = addedMeta.length == 0 ? new byte[0][] : new byte[][] {metaMember()};
      splice.members(params(), name -> name.equals("task") || name.equals("_meta"), added);
      return;
    }
    splice.members(params(), "task"::equals);
    int token = meta.indexOf("progressToken");
    if (token >= 0) {
      splice.replace(meta.valueFrom(token), meta.valueTo(token), idBytes);
    }
    splice.members(meta, name -> name.startsWith(OWN_META) || HOP_META.contains(name), addedMeta);
  }

  private byte[] metaMember() {
    StringBuilder text = new StringBuilder("\"_meta\":{");
    for (int i = 0; i < addedMeta.length; i++) {
      text.append(i == 0 ? "" : ",").append(new String(addedMeta[i], UTF_8));
    }
    return text.append('}').toString().getBytes(UTF_8);
  }
}
