package io.leasegate.audit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What an entry will say. The store adds its sequence and its time in the step that it tells of,
 * the seal its place in the chain.
 */
public final class AuditDraft {

  /** Characters of a text; what is longer is cut and ends with an ellipsis. */
  static final int LONGEST_TEXT = 4_096;

  /** What every entry has. */
  private static final Set<String> EVERYWHERE =
      Set.of(
          "agent", "at", "hash", "id", "kind", "operation", "prev_hash", "sequence", "workspace");

  private final AuditKind kind;
  private final String operation;
  private final Optional<String> agent;
  private final List<Object> details = new ArrayList<>(16);
  private Optional<String> id = Optional.empty();

  private AuditDraft(AuditKind kind, String operation, Optional<String> agent) {
    this.kind = kind;
    this.operation = operation;
    this.agent = agent;
  }

  /**
   * @param operation what was done, in words with underscores
   */
  public static AuditDraft of(AuditKind kind, String operation, String agent) {
    return new AuditDraft(kind, operation, Optional.of(agent));
  }

  /** One that is about no agent in particular. */
  public static AuditDraft of(AuditKind kind, String operation) {
    return new AuditDraft(kind, operation, Optional.empty());
  }

  /** Gives the entry the id that another record names it by; otherwise the seal gives it one. */
  public AuditDraft withId(String known) {
    id = Optional.of(known);
    return this;
  }

  /**
   * Adds a detail; each name once, and none that every entry has.
   *
   * @param value a String, Long, Integer, Boolean, a List of such, or a Map of such by name
   */
  public AuditDraft with(String name, Object value) {
    if (EVERYWHERE.contains(name) || hasDetail(name)) {
      throw new IllegalArgumentException("an entry says " + name + " once");
    }
    requireValue(name, value);
    details.add(name);
    details.add(value instanceof String text ? bounded(text) : value);
    return this;
  }

  private boolean hasDetail(String name) {
    for (int i = 0; i < details.size(); i += 2) {
      if (details.get(i).equals(name)) {
        return true;
      }
    }
    return false;
  }

  /** What could not be written must be found before the step: the chain has no holes. */
  private static void requireValue(String name, @Nullable Object value) {
    if (value instanceof List<?> items) {
      items.forEach(item -> requireValue(name, item));
    } else if (value instanceof Map<?, ?> members) {
      members.forEach(
          (member, item) -> {
            requireValue(name, item);
            if (!(member instanceof String)) {
              throw new IllegalArgumentException(name + " has a member without a name");
            }
          });
    } else if (!(value instanceof String
        || value instanceof Long
        || value instanceof Integer
        || value instanceof Boolean)) {
      throw new IllegalArgumentException(name + " cannot be " + value);
    }
  }

  /** Some texts are an agent's own words. */
  private static String bounded(String text) {
    return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT - 1) + "…";
  }

  /** Adds a detail where there is one. */
  public AuditDraft with(String name, Optional<?> value) {
    return value.isPresent() ? with(name, value.get()) : this;
  }

  public AuditKind kind() {
    return kind;
  }

  public String operation() {
    return operation;
  }

  /** Whom it is about. */
  public Optional<String> agent() {
    return agent;
  }

  /** What the entry is to be called, where that is known. */
  public Optional<String> id() {
    return id;
  }

  /** Names and values in turn. */
  public List<Object> details() {
    return Collections.unmodifiableList(details);
  }
}
