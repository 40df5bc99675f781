package io.leasegate.config;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/** A credential. It never shows itself in a log, a message or a record's text. */
public final class Secret {

  private final String value;

  /**
   * A credential that may be sent in a header.
   *
   * @throws ConfigValueException when it is empty or has a line break or another control character
   */
  public Secret(String value) {
    ConfigValueException.require(!value.isEmpty(), "", "is empty");
    ConfigValueException.require(
        value.chars().noneMatch(Character::isISOControl),
        "",
        "has a line break or another control character");
    this.value = value;
  }

  /** The credential itself, for the one place that sends it. */
  public String reveal() {
    return value;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Secret secret
        && MessageDigest.isEqual(
            value.getBytes(StandardCharsets.UTF_8), secret.value.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }

  @Override
  public String toString() {
    return "***";
  }
}
