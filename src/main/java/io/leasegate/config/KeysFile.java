package io.leasegate.config;

import static io.leasegate.config.ConfigValueException.require;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The API keys file. Ids are unique, and so are hashes.
 *
 * @param keys none: nobody gets in
 */
public record KeysFile(List<KeyEntry> keys) {

  public KeysFile {
    keys = List.copyOf(keys);
    Set<String> ids = new HashSet<>();
    Set<String> hashes = new HashSet<>();
    for (int i = 0; i < keys.size(); i++) {
      String id = keys.get(i).credential().id();
      require(
          ids.add(id),
          "keys[" + i + "].id",
          "\"" + id + "\" is the id of another key; ids are unique");
      require(
          hashes.add(keys.get(i).sha256()),
          "keys[" + i + "].sha256",
          "is the hash of another key too; each key has one entry");
    }
  }
}
