package io.leasegate.jsonrpc;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/**
 * A tool as {@code tools/list} gives it: its bytes, and the few things that the gateway reads or
 * adds to.
 */
public final class ToolObject {

  /** The member of an object {@code structuredContent} that carries a notice. */
  public static final String NOTICE_MEMBER = "scopegate_notice";

  /** Keywords with which a schema's root says more than "an object with these properties". */
  private static final Set<String> COMPOSED =
      Set.of("$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "not", "if");

  private static final String KEY_PROPERTY =
      "\""
          + OutboundCall.KEY_ARGUMENT
          + "\":{\"type\":\"string\",\"maxLength\":200,\"description\":\"Optional. One new value per"
          + " intended effect, reused on every retry of it: a retry returns the first result"
          + " instead of running again.\"}";
  private static final String NOTICE_PROPERTY =
      "\""
          + NOTICE_MEMBER
          + "\":{\"type\":\"object\",\"description\":\"Added by the gateway when the grant of this"
          + " call is about to end.\"}";

  private final byte[] json;
  private final Members members;
  private final String name;

  private ToolObject(byte[] json, Members members, String name) {
    this.json = json;
    this.members = members;
    this.name = name;
  }

  /**
   * Reads a tool object, or nothing when it is none: no object, no name, or a member twice. Of two
   * names the gateway would take one and a client perhaps the other, which may be another's.
   */
  public static Optional<ToolObject> read(byte[] bytes, int from, int to) {
    byte[] own = Arrays.copyOfRange(bytes, from, to);
    return JsonObjects.members(own, 0, own.length)
        .filter(ToolObject::isUnambiguous)
        .flatMap(
            members ->
                JsonObjects.string(own, members, "name")
                    .map(name -> new ToolObject(own, members, name)));
  }

  private static boolean isUnambiguous(Members members) {
    NameSet names = new NameSet();
    for (int i = 0; i < members.size(); i++) {
      if (!names.add(members.name(i))) {
        return false;
      }
    }
    return true;
  }

  public String name() {
    return name;
  }

  /** Whether that object has the same bytes. */
  public boolean sameAs(ToolObject other) {
    return Arrays.equals(json, other.json);
  }

  /** A hint that the upstream gives about the tool, if it does. */
  public Optional<Boolean> hint(String hintName) {
    return JsonObjects.members(json, members, "annotations")
        .flatMap(annotations -> JsonObjects.bool(annotations, hintName));
  }

  /** Whether the tool can be called as a task only. */
  public boolean requiresTask() {
    return JsonObjects.members(json, members, "execution")
        .flatMap(execution -> JsonObjects.string(json, execution, "taskSupport"))
        .map("required"::equals)
        .orElse(false);
  }

  /** The tool as the upstream gives it, without what is not served. */
  public byte[] passedThrough() {
    return withoutExecution().toBytes();
  }

  /**
   * The tool under another name, with the properties that the gateway reads and writes declared.
   *
   * @param listedName the name that clients see
   * @param takesKey whether an idempotency key is declared
   */
  public byte[] listedAs(String listedName, boolean takesKey) {
    Splice splice = withoutExecution();
    int i = members.indexOf("name");
    if (!listedName.equals(name)) {
      splice.replace(members.valueFrom(i), members.valueTo(i), JsonStrings.quote(listedName));
    }
    if (takesKey) {
      declare(splice, "inputSchema", OutboundCall.KEY_ARGUMENT, KEY_PROPERTY);
    }
    declare(splice, "outputSchema", NOTICE_MEMBER, NOTICE_PROPERTY);
    return splice.toBytes();
  }

  /** Whether {@code outputSchema} says that {@code structuredContent} may carry a notice. */
  public boolean declaresOutput() {
    return JsonObjects.members(json, members, "outputSchema").filter(this::isPlain).isPresent();
  }

  public boolean hasOutputSchema() {
    return members.indexOf("outputSchema") >= 0;
  }

  private Splice withoutExecution() {
    return new Splice(json, 0, json.length).members(members, "execution"::equals);
  }

  private boolean isPlain(Members schema) {
    for (int i = 0; i < schema.size(); i++) {
      if (COMPOSED.contains(schema.name(i))) {
        return false;
      }
    }
    int properties = schema.indexOf("properties");
    return JsonObjects.string(json, schema, "type").map("object"::equals).orElse(false)
        && (properties < 0 || schema.kind(properties) == '{');
  }

  private void declare(Splice splice, String schemaName, String property, String declaration) {
    Members schema = JsonObjects.members(json, members, schemaName).orElse(null);
    if (schema == null || !isPlain(schema)) {
      return;
    }
    Members properties = JsonObjects.members(json, schema, "properties").orElse(null);
    if (properties == null) {
      String member = "\"properties\":{" + declaration + "}";
      splice.members(schema, Splice.MemberFilter.NONE, member.getBytes(UTF_8));
    } else if (properties.indexOf(property) < 0) {
      splice.members(properties, Splice.MemberFilter.NONE, declaration.getBytes(UTF_8));
    }
  }
}
