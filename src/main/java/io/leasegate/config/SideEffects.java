package io.leasegate.config;

/** What the operator says about a tool, before any annotation of its upstream. */
public enum SideEffects {
  READ,
  WRITE
}
