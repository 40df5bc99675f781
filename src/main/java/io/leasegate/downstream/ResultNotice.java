package io.leasegate.downstream;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.leasegate.jsonrpc.JsonObjects;
import io.leasegate.jsonrpc.JsonStrings;
import io.leasegate.jsonrpc.Members;
import io.leasegate.jsonrpc.RpcMessage;
import io.leasegate.jsonrpc.Splice;
import io.leasegate.jsonrpc.ToolObject;
import java.util.List;

/** Puts a notice into a tool result: as its last text item, in {@code _meta}, in the structure. */
final class ResultNotice {

  private static final String META = "io.leasegate/notice";

  private ResultNotice() {}

  /**
   * @param notice a JSON object
   * @param added takes the members that the result itself gets
   */
  static void add(
      RpcMessage response,
      Members result,
      Splice splice,
      String notice,
      boolean inStructure,
      List<byte[]> added) {
    addItem(response, result, splice, notice, added);
    String meta = "\"" + META + "\":" + notice;
    Members there = response.meta();
    if (there != null) {
      splice.members(there, Answers::isOwn, meta.getBytes(UTF_8));
    } else if (result.indexOf("_meta") < 0) {
      added.add(("\"_meta\":{" + meta + "}").getBytes(UTF_8));
    }
    if (inStructure) {
      String member = "\"" + ToolObject.NOTICE_MEMBER + "\":" + notice;
      JsonObjects.members(response.bytes(), result, "structuredContent")
          .ifPresent(
              structure ->
                  splice.members(
                      structure, ToolObject.NOTICE_MEMBER::equals, member.getBytes(UTF_8)));
    }
  }

  private static void addItem(
      RpcMessage response, Members result, Splice splice, String notice, List<byte[]> added) {
    String text = "{\"" + ToolObject.NOTICE_MEMBER + "\":" + notice + "}";
    String item =
        "{\"type\":\"text\",\"text\":"
            + new String(JsonStrings.quote(text), UTF_8)
            + ",\"annotations\":{\"audience\":[\"assistant\"]}}";
    int content = result.indexOf("content");
    if (content < 0) {
      added.add(("\"content\":[" + item + "]").getBytes(UTF_8));
    } else if (result.kind(content) == '[') {
      boolean empty =
          JsonObjects.elements(response.bytes(), result.valueFrom(content), result.valueTo(content))
              .isEmpty();
      splice.insert(result.valueTo(content) - 1, ((empty ? "" : ",") + item).getBytes(UTF_8));
    }
  }
}
