package io.leasegate.config;

import static io.leasegate.config.ConfigValueException.require;

import io.leasegate.core.call.Credential;
import java.util.regex.Pattern;

/**
 * One API key of the keys file.
 *
 * @param sha256 of the key's bytes, 64 lower-case hex digits
 */
public record KeyEntry(String sha256, Credential credential) {

  static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

  public KeyEntry {
    require(HASH.matcher(sha256).matches(), "sha256", "is no SHA-256 in lower-case hex");
  }
}
