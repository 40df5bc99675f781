package io.leasegate.downstream;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.leasegate.core.error.Refusal;
import io.leasegate.jsonrpc.JsonStrings;
import io.leasegate.jsonrpc.Members;
import io.leasegate.jsonrpc.OutboundCall;
import io.leasegate.jsonrpc.RpcError;
import io.leasegate.jsonrpc.RpcMessage;
import io.leasegate.jsonrpc.Splice;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** JSON-RPC answers as bytes; the one place where refusals become MCP results. */
final class Answers {

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final byte[] COMPLETE = "\"resultType\":\"complete\"".getBytes(UTF_8);

  private Answers() {}

  /** A result of the gateway's own. */
  static Buffer result(RpcMessage request, String resultJson) {
    return Buffer.buffer(resultJson.length() + 64)
        .appendString("{\"jsonrpc\":\"2.0\",\"id\":")
        .appendBytes(request.bytes(), request.idFrom(), request.idTo() - request.idFrom())
        .appendString(",\"result\":")
        .appendString(resultJson)
        .appendString("}");
  }

  /**
   * An error of the gateway's own.
   *
   * @param id the id as JSON text, or null where it is unknown
   */
  static Buffer error(@Nullable String id, RpcError error) {
    String data = error.data() == null ? "" : ",\"data\":" + error.data();
    return Buffer.buffer(
        "{\"jsonrpc\":\"2.0\",\"id\":"
            + (id == null ? "null" : id)
            + ",\"error\":{\"code\":"
            + error.code()
            + ",\"message\":"
            + new String(JsonStrings.quote(error.message()), UTF_8)
            + data
            + "}}");
  }

  /** The answer to {@code tools/list}. */
  static Buffer of(RpcMessage request, ToolLists.Page page) {
    return page.result() != null
        ? result(request, page.result())
        : error(
            request.idText(),
            page.error() != null ? page.error() : RpcError.invalidParams("no such page"));
  }

  /** An upstream's response under the client's id; every other byte as it came. */
  static Buffer relayed(
      RpcMessage response, RpcMessage request, boolean modern, ResultAdditions additions) {
    Members error = response.error();
    if (!response.hasId() && error != null) {
      // an error whose sender could not read the id: it can only be the answer to this call
      return Buffer.buffer("{\"jsonrpc\":\"2.0\",\"id\":" + request.idText() + ",\"error\":")
          .appendBytes(response.bytes(), error.from(), error.to() - error.from())
          .appendString("}");
    }
    Splice splice = new Splice(response);
    byte[] id = new byte[request.idTo() - request.idFrom()];
    System.arraycopy(request.bytes(), request.idFrom(), id, 0, id.length);
    splice.replace(response.idFrom(), response.idTo(), id);
    Members result = response.result();
    if (result == null) {
      return splice.toBuffer();
    }
    List<byte[]> added = new ArrayList<>(2);
    if (modern && result.indexOf("resultType") < 0) {
      added.add(COMPLETE);
    }
    additions.addTo(response, result, splice, added);
    if (!added.isEmpty()) {
      splice.members(result, Splice.MemberFilter.NONE, added.toArray(new byte[0][]));
    }
    return splice.toBuffer();
  }

  static boolean isOwn(String metaName) {
    return metaName.startsWith(OutboundCall.OWN_META);
  }

  /** A tool result that says what was wrong with the call. */
  static Buffer misuse(RpcMessage request, String what, boolean modern) {
    ObjectNode result = MAPPER.createObjectNode();
    if (modern) {
      result.put("resultType", "complete");
    }
    result.putArray("content").addObject().put("type", "text").put("text", "ERROR: " + what);
    result.put("isError", true);
    return result(request, text(result));
  }

  /** A refused execution as a tool result that a model can read. */
  static Buffer refused(RpcMessage request, Refusal refusal, boolean modern) {
    ObjectNode envelope = envelope(refusal);
    ObjectNode result = MAPPER.createObjectNode();
    if (modern) {
      result.put("resultType", "complete");
    }
    result.putArray("content").addObject().put("type", "text").put("text", text(envelope));
    result.put("isError", true);
    result.putObject("_meta").set("io.leasegate/error", envelope);
    return result(request, text(result));
  }

  private static ObjectNode envelope(Refusal refusal) {
    ObjectNode envelope =
        MAPPER
            .createObjectNode()
            .put("error", true)
            .put("kind", refusal.code().kind().wireName())
            .put("code", refusal.code().wireName())
            .put("message", refusal.message())
            .put("capability", refusal.capability());
    if (refusal.retryAfterS() > 0) {
      envelope.put("retry_after_s", refusal.retryAfterS());
    }
    return envelope
        .put("next_action", refusal.nextAction().wireName())
        .put("next_step", refusal.nextStep());
  }

  private static String text(ObjectNode node) {
    try {
      return MAPPER.writeValueAsString(node);
    } catch (JsonProcessingException e) {
      throw new AssertionError("a tree can be written", e);
    }
  }
}
