package io.leasegate.management;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a management tool looks from outside.
 *
 * @param readOnly whether it changes nothing
 * @param destructive whether it may take something away
 */
record ToolSpec(
    String name, String description, boolean readOnly, boolean destructive, List<Param> params) {

  static ToolSpec read(String name, String description, Param... params) {
    return new ToolSpec(name, description, true, false, List.of(params));
  }

  static ToolSpec change(String name, String description, Param... params) {
    return new ToolSpec(name, description, false, false, List.of(params));
  }

  static ToolSpec removal(String name, String description, Param... params) {
    return new ToolSpec(name, description, false, true, List.of(params));
  }

  /** The tool object of {@code tools/list}. */
  ObjectNode listing() {
    ObjectNode tool = Trees.object().put("name", name).put("description", description);
    describe(params, tool.putObject("inputSchema"));
    ObjectNode annotations = tool.putObject("annotations").put("readOnlyHint", readOnly);
    if (!readOnly) {
      annotations.put("destructiveHint", destructive);
    }
    annotations.put("openWorldHint", false);
    return tool;
  }

  static void describe(List<Param> params, ObjectNode schema) {
    ObjectNode properties = schema.put("type", "object").putObject("properties");
    params.forEach(param -> param.describe(properties));
    List<Param> required = params.stream().filter(Param::required).toList();
    if (!required.isEmpty()) {
      ArrayNode names = schema.putArray("required");
      required.forEach(param -> names.add(param.name()));
    }
    schema.put("additionalProperties", false);
  }

  /** What is wrong with these arguments, or null. */
  static @Nullable String fault(List<Param> params, JsonNode arguments) {
    for (Iterator<String> names = arguments.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (params.stream().noneMatch(param -> param.name().equals(name))) {
        return "there is no argument "
            + name
            + "; send "
            + (params.isEmpty()
                ? "none"
                : String.join(", ", params.stream().map(Param::name).toList()));
      }
    }
    for (Param param : params) {
      JsonNode value = arguments.get(param.name());
      boolean absent = value == null || value.isNull();
      if (absent && param.required()) {
        return param.name() + " is missing: " + param.description();
      }
      String fault = absent || value == null ? null : param.fault(value);
      if (fault != null) {
        return fault;
      }
    }
    return null;
  }
}
