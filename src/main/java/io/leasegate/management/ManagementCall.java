package io.leasegate.management;

import com.fasterxml.jackson.databind.JsonNode;
import io.leasegate.core.call.Identity;
import io.leasegate.loop.Loop;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A call of a management tool, its arguments checked against the tool's description.
 *
 * @param loop where it lives and is answered
 */
record ManagementCall(Loop loop, Identity identity, JsonNode arguments) {

  String text(String name) {
    return arguments.path(name).asText();
  }

  Optional<String> optionalText(String name) {
    return Optional.ofNullable(arguments.get(name))
        .filter(JsonNode::isTextual)
        .map(JsonNode::asText);
  }

  OptionalLong optionalLong(String name) {
    JsonNode value = arguments.path(name);
    return value.isIntegralNumber() ? OptionalLong.of(value.asLong()) : OptionalLong.empty();
  }

  boolean has(String name) {
    return arguments.hasNonNull(name);
  }

  List<String> texts(String name) {
    List<String> texts = new ArrayList<>();
    arguments.path(name).forEach(element -> texts.add(element.asText()));
    return texts;
  }

  /** The elements of a list of objects, each as a call of its own. */
  List<ManagementCall> objects(String name) {
    List<ManagementCall> objects = new ArrayList<>();
    arguments
        .path(name)
        .forEach(element -> objects.add(new ManagementCall(loop, identity, element)));
    return objects;
  }
}
