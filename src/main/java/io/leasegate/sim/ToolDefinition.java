package io.leasegate.sim;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A tool as {@code tools/list} shows it, and what it does. */
record ToolDefinition(
    String name,
    String description,
    Behaviour behaviour,
    Effect effect,
    List<ToolArgument> arguments) {

  enum Behaviour {
    ECHO,
    ADD,
    CREATE_ISSUE,
    COUNT,
    SLOW,
    FAIL,
    LARGE,
    FENCE,
    HEADERS,
    PROGRESS
  }

  enum Effect {
    READ,
    WRITE,
    DESTRUCTIVE_WRITE
  }

  ObjectNode json() {
    ObjectNode tool = MessageCodec.MAPPER.createObjectNode();
    tool.put("name", name).put("description", description);
    ObjectNode input = tool.putObject("inputSchema").put("type", "object");
    ObjectNode properties = input.putObject("properties");
    ArrayNode required = MessageCodec.MAPPER.createArrayNode();
    for (ToolArgument argument : arguments) {
      properties.set(argument.name(), argument.schema());
      if (argument.required()) {
        required.add(argument.name());
      }
    }
    if (!required.isEmpty()) {
      input.set("required", required);
    }
    if (behaviour == Behaviour.ADD) {
      ObjectNode output = tool.putObject("outputSchema").put("type", "object");
      output.putObject("properties").putObject("sum").put("type", "number");
      output.putArray("required").add("sum");
    }
    tool.putObject("annotations")
        .put("readOnlyHint", effect == Effect.READ)
        .put("destructiveHint", effect == Effect.DESTRUCTIVE_WRITE)
        .put("idempotentHint", effect == Effect.READ)
        .put("openWorldHint", false);
    return tool;
  }

  /** What is wrong with these arguments; null when the tool may run. */
  @Nullable String problem(JsonNode given) {
    if (!given.isObject() && !given.isMissingNode()) {
      return "arguments must be an object";
    }
    for (ToolArgument argument : arguments) {
      String problem = argument.problem(given.path(argument.name()));
      if (problem != null) {
        return problem;
      }
    }
    return null;
  }
}
