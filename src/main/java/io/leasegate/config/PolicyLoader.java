package io.leasegate.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads the policy file. No placeholders, no overrides. Blocking: not for an event loop.
 *
 * @param globError what is wrong with a capability glob; nothing when it is well formed
 * @param regexError what is wrong with a regular expression of {@code when.matches}; nothing when
 *     it is well formed
 */
public record PolicyLoader(
    Function<String, Optional<String>> globError, Function<String, Optional<String>> regexError) {

  /**
   * Reads a policy file.
   *
   * @param file as it is to be named in problems
   */
  public PolicyResult load(Path file) {
    DocumentReading<PolicyFile> reading =
        DocumentReading.plain(file, new PolicySchema(globError, regexError)::read);
    if (!reading.fileExists()) {
      return new PolicyResult.Missing(file, reading.watched());
    }
    return reading
        .value()
        .<PolicyResult>map(policy -> new PolicyResult.Loaded(policy, file, reading.watched()))
        .orElseGet(() -> new PolicyResult.Invalid(reading.problems(), reading.watched()));
  }

  /** Every key of the policy file, with its type and default. */
  public static List<KeyDescription> keys() {
    Schema<PolicyFile> schema =
        new PolicySchema(glob -> Optional.empty(), regex -> Optional.empty())::read;
    return DescribingSection.describe(schema).stream()
        .map(
            key ->
                new KeyDescription(
                    key.path(), key.type(), key.defaultText(), key.required(), Optional.empty()))
        .toList();
  }
}
