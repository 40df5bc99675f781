package io.leasegate.config;

/** What is blotted out of answers. In the file {@code pii} stands for all of them. */
public enum Redaction {
  EMAIL,
  PHONE,
  CARD,
  AWS_ACCESS_KEY
}
