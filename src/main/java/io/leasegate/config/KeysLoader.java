package io.leasegate.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Reads the API keys file. No placeholders, no overrides. Blocking: not for an event loop. */
public final class KeysLoader {

  private KeysLoader() {}

  /**
   * Reads a keys file.
   *
   * @param file as it is to be named in problems; a missing one is a problem
   */
  public static KeysResult load(Path file) {
    DocumentReading<KeysFile> reading = DocumentReading.plain(file, KeysSchema::read);
    if (!reading.fileExists()) {
      return new KeysResult.Invalid(
          List.of(
              new ConfigProblem(
                  file.toString(),
                  0,
                  0,
                  "",
                  "the file does not exist (server.auth.keys_file names it); leasegate keys new"
                      + " makes an entry for it")));
    }
    return reading
        .value()
        .<KeysResult>map(KeysResult.Loaded::new)
        .orElseGet(() -> new KeysResult.Invalid(reading.problems()));
  }

  /** Every key of the keys file, with its type and default. */
  public static List<KeyDescription> keys() {
    Schema<KeysFile> schema = KeysSchema::read;
    return DescribingSection.describe(schema).stream()
        .map(
            key ->
                new KeyDescription(
                    key.path(), key.type(), key.defaultText(), key.required(), Optional.empty()))
        .toList();
  }
}
