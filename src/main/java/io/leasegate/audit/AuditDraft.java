package io.leasegate.audit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What an entry will say. The store adds its sequence and its time in the step that it tells of,
 * the seal its place in the chain.
 */
public final class AuditDraft {

  private final AuditKind kind;
  private final String operation;
  private final Optional<String> agent;
  private final List<Object> details = new ArrayList<>(16);

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

  /**
   * Adds a detail; each name once, and none that every entry has.
   *
   * @param value a String, Long, Integer, Boolean, or a Map of such by name
   */
  public AuditDraft with(String name, Object value) {
    if (!(value instanceof String
        || value instanceof Long
        || value instanceof Integer
        || value instanceof Boolean
        || value instanceof Map)) {
      throw new IllegalArgumentException(name + " cannot be a " + value.getClass());
    }
    details.add(name);
    details.add(value);
    return this;
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

  /** Names and values in turn. */
  public List<Object> details() {
    return Collections.unmodifiableList(details);
  }
}
