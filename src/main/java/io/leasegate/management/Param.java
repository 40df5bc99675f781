package io.leasegate.management;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An argument of a management tool: its schema and its check are made from this one description.
 *
 * @param description for the model, one sentence
 * @param members what an object, or each object of a list, holds
 */
record Param(String name, Kind kind, boolean required, String description, List<Param> members) {

  enum Kind {
    STRING("string"),
    INTEGER("integer"),
    BOOLEAN("boolean"),
    STRINGS("list of strings"),
    OBJECT("object"),
    OBJECTS("list of objects");

    private final String said;

    Kind(String said) {
      this.said = said;
    }
  }

  static Param required(String name, Kind kind, String description) {
    return new Param(name, kind, true, description, List.of());
  }

  static Param optional(String name, Kind kind, String description) {
    return new Param(name, kind, false, description, List.of());
  }

  static Param objects(String name, String description, List<Param> members) {
    return new Param(name, Kind.OBJECTS, true, description, members);
  }

  /** Adds this argument's JSON Schema to {@code properties}. */
  void describe(ObjectNode properties) {
    ObjectNode schema = properties.putObject(name).put("description", description);
    switch (kind) {
      case STRING, INTEGER, BOOLEAN -> schema.put("type", kind.said);
      case STRINGS -> schema.put("type", "array").putObject("items").put("type", "string");
      case OBJECT -> schema.put("type", "object");
      case OBJECTS -> ToolSpec.describe(members, schema.put("type", "array").putObject("items"));
    }
  }

  /** What is wrong with a value for this argument, or null. */
  @Nullable String fault(JsonNode value) {
    boolean fits =
        switch (kind) {
          case STRING -> value.isTextual();
          case INTEGER -> value.isIntegralNumber() && value.canConvertToLong();
          case BOOLEAN -> value.isBoolean();
          case STRINGS -> value.isArray() && all(value);
          case OBJECT -> value.isObject();
          case OBJECTS -> value.isArray();
        };
    if (!fits) {
      return name
          + " must be a"
          + (kind == Kind.INTEGER || kind == Kind.OBJECT ? "n " : " ")
          + kind.said;
    }
    if (kind == Kind.OBJECTS) {
      for (int i = 0; i < value.size(); i++) {
        String fault =
            value.get(i).isObject() ? ToolSpec.fault(members, value.get(i)) : "must be an object";
        if (fault != null) {
          return name + "[" + i + "]: " + fault;
        }
      }
    }
    return null;
  }

  private static boolean all(JsonNode list) {
    for (JsonNode element : list) {
      if (!element.isTextual()) {
        return false;
      }
    }
    return true;
  }
}
