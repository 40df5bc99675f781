package io.leasegate.downstream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import io.leasegate.core.time.Times;
import io.leasegate.jsonrpc.JsonObjects;
import io.leasegate.jsonrpc.JsonStrings;
import io.leasegate.jsonrpc.Members;
import io.leasegate.jsonrpc.RpcMessage;
import io.leasegate.jsonrpc.Splice;
import io.leasegate.jsonrpc.ToolObject;
import io.leasegate.pipeline.CallOutcome;
import io.leasegate.pipeline.KeyNote;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the gateway says with a tool result: a notice (as the last text item, in {@code _meta}, in
 * the structure) and what there is to know about the call's key.
 */
final class ResultAdditions {

  private final List<String> items = new ArrayList<>(2);
  private final List<byte[]> meta = new ArrayList<>(2);
  private byte @Nullable [] inStructure;

  /**
   * @param passedThrough whether the result is left alone as far as can be
   * @param structured whether an object {@code structuredContent} carries a notice too
   */
  static ResultAdditions of(
      CallOutcome.Answered answered, boolean passedThrough, boolean structured) {
    ResultAdditions additions = new ResultAdditions();
    if (answered.key() instanceof KeyNote.Replayed replayed) {
      additions.addReplay(replayed, passedThrough);
    } else if (answered.key() instanceof KeyNote.NotStored) {
      additions.addMeta("idempotency", "{\"stored\":false}");
    }
    if (answered.notice() != null) {
      additions.addNotice(answered.notice(), structured);
    }
    return additions;
  }

  private void addReplay(KeyNote.Replayed replayed, boolean passedThrough) {
    String at = Times.text(replayed.firstExecutedAt());
    addMeta("idempotency", "{\"replayed\":true,\"first_executed_at\":\"" + at + "\"}");
    if (replayed.failed() && !passedThrough) {
      items.add(
          "{\"type\":\"text\",\"text\":\"This is the answer of "
              + at
              + ": the call with this idempotency key failed then and was not sent again. A"
              + " corrected attempt needs a new key.\"}");
    }
  }

  private void addNotice(String notice, boolean structured) {
    String member = "\"" + ToolObject.NOTICE_MEMBER + "\":" + notice;
    items.add(
        "{\"type\":\"text\",\"text\":"
            + new String(JsonStrings.quote("{" + member + "}"), UTF_8)
            + ",\"annotations\":{\"audience\":[\"assistant\"]}}");
    addMeta("notice", notice);
    inStructure = structured ? member.getBytes(UTF_8) : null;
  }

  private void addMeta(String name, String json) {
    meta.add(("\"io.leasegate/" + name + "\":" + json).getBytes(UTF_8));
  }

  /**
   * Puts it into a result.
   *
   * @param added takes the members that the result itself gets
   */
  void addTo(RpcMessage response, Members result, Splice splice, List<byte[]> added) {
    if (!items.isEmpty()) {
      addItems(response, result, splice, added);
    }
    addMeta(response, result, splice, added);
    byte[] structure = inStructure;
    if (structure != null) {
      JsonObjects.members(response.bytes(), result, "structuredContent")
          .ifPresent(it -> splice.members(it, ToolObject.NOTICE_MEMBER::equals, structure));
    }
  }

  private void addMeta(RpcMessage response, Members result, Splice splice, List<byte[]> added) {
    Members there = response.meta();
    if (there != null) {
      if (!meta.isEmpty() || holdsOwn(there)) {
        // what is said under the gateway's name is said by the gateway
        splice.members(there, Answers::isOwn, meta.toArray(new byte[0][]));
      }
    } else if (!meta.isEmpty()) {
      put("_meta", "{" + joinedMeta() + "}", result, splice, added);
    }
  }

  private String joinedMeta() {
    return meta.stream().map(member -> new String(member, UTF_8)).collect(joining(","));
  }

  /** Gives the result a member in place of the {@code null}, or worse, that may be there. */
  private static void put(
      String name, String json, Members result, Splice splice, List<byte[]> added) {
    int there = result.indexOf(name);
    if (there < 0) {
      added.add(("\"" + name + "\":" + json).getBytes(UTF_8));
    } else {
      splice.replace(result.valueFrom(there), result.valueTo(there), json.getBytes(UTF_8));
    }
  }

  private static boolean holdsOwn(Members members) {
    for (int i = 0; i < members.size(); i++) {
      if (Answers.isOwn(members.name(i))) {
        return true;
      }
    }
    return false;
  }

  private void addItems(RpcMessage response, Members result, Splice splice, List<byte[]> added) {
    String all = String.join(",", items);
    int content = result.indexOf("content");
    if (content < 0 || result.kind(content) == 'n') {
      put("content", "[" + all + "]", result, splice, added);
    } else if (result.kind(content) == '[') {
      boolean empty =
          JsonObjects.elements(response.bytes(), result.valueFrom(content), result.valueTo(content))
              .isEmpty();
      splice.insert(result.valueTo(content) - 1, ((empty ? "" : ",") + all).getBytes(UTF_8));
    }
  }
}
