package io.leasegate.management;

import com.fasterxml.jackson.databind.JsonNode;
import io.leasegate.core.policy.ArgumentValue;
import io.leasegate.core.policy.ArgumentView;

/** Arguments that an agent asks about, as a policy sees them. */
record TreeArguments(JsonNode arguments) implements ArgumentView {

  @Override
  public ArgumentValue at(String path) {
    JsonNode node = arguments;
    for (String name : path.split("\\.", -1)) {
      node =
          node.isArray() && name.matches("[0-9]{1,6}")
              ? node.path(Integer.parseInt(name))
              : node.path(name);
    }
    return switch (node.getNodeType()) {
      case STRING -> new ArgumentValue.Text(node.asText());
      case NUMBER -> new ArgumentValue.Numeric(node.decimalValue());
      case BOOLEAN -> new ArgumentValue.Bool(node.asBoolean());
      case NULL -> ArgumentValue.Other.NULL;
      case MISSING -> ArgumentValue.Other.ABSENT;
      default -> ArgumentValue.Other.COMPOSITE;
    };
  }
}
