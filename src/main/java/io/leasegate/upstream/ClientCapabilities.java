package io.leasegate.upstream;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.leasegate.jsonrpc.JsonObjects;
import io.leasegate.jsonrpc.Members;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What an agent can be asked while a call of it runs, as far as the gateway relays that. There are
 * few different ones, whatever clients declare.
 *
 * @param json the {@code capabilities} of {@code initialize}: of what was declared the members that
 *     the specification names, in one order; {@code roots} without {@code listChanged}, which is
 *     not relayed
 * @param methods what may be asked
 */
public record ClientCapabilities(String json, Set<String> methods) {

  private record Feature(String member, String method, List<String> parts) {

    boolean isIn(byte[] bytes, Members capabilities) {
      return JsonObjects.members(bytes, capabilities, member).isPresent();
    }

    String json(byte[] bytes, Members capabilities) {
      Members own = JsonObjects.members(bytes, capabilities, member).orElseThrow();
      return parts.stream()
          .filter(part -> JsonObjects.members(bytes, own, part).isPresent())
          .map(part -> "\"" + part + "\":{}")
          .collect(Collectors.joining(",", "\"" + member + "\":{", "}"));
    }
  }

  private static final List<Feature> FEATURES =
      List.of(
          new Feature("roots", "roots/list", List.of()),
          new Feature("sampling", "sampling/createMessage", List.of("context", "tools")),
          new Feature("elicitation", "elicitation/create", List.of("form", "url")));

  /** An agent that can be asked nothing. */
  public static final ClientCapabilities NONE = new ClientCapabilities("{}", Set.of());

  /** Everything that can be relayed. */
  public static final ClientCapabilities ALL =
      read(
          "{\"roots\":{},\"sampling\":{\"context\":{},\"tools\":{}},"
              + "\"elicitation\":{\"form\":{},\"url\":{}}}");

  /** Reads what a client declared; what is no object declares nothing. */
  public static ClientCapabilities read(String declared) {
    if (declared.equals("{}")) {
      return NONE;
    }
    byte[] bytes = declared.getBytes(UTF_8);
    return JsonObjects.members(bytes, 0, bytes.length)
        .map(members -> of(bytes, members))
        .orElse(NONE);
  }

  private static ClientCapabilities of(byte[] bytes, Members members) {
    List<Feature> declared = FEATURES.stream().filter(it -> it.isIn(bytes, members)).toList();
    return declared.isEmpty()
        ? NONE
        : new ClientCapabilities(
            declared.stream()
                .map(feature -> feature.json(bytes, members))
                .collect(Collectors.joining(",", "{", "}")),
            declared.stream().map(Feature::method).collect(Collectors.toSet()));
  }

  public ClientCapabilities {
    methods = Set.copyOf(methods);
  }

  public boolean isNone() {
    return methods.isEmpty();
  }

  /** Whether a request of that method may be made of the agent. */
  public boolean serve(String method) {
    return methods.contains(method);
  }
}
