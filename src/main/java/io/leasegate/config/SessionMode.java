package io.leasegate.config;

/** Whose sessions an upstream sees. */
public enum SessionMode {
  /** One session for all agents; the upstream is told no client capability. */
  SHARED,
  /** One session per agent. */
  PER_AGENT
}
