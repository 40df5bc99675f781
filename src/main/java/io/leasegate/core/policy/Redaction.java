package io.leasegate.core.policy;

import java.util.EnumSet;
import java.util.Set;

/** What is blotted out of answers. */
public enum Redaction {
  EMAIL,
  PHONE,
  CARD,
  AWS_ACCESS_KEY;

  /** What {@code pii} stands for in a policy. */
  public static Set<Redaction> pii() {
    return EnumSet.allOf(Redaction.class);
  }
}
