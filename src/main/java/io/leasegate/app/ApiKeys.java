package io.leasegate.app;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.leasegate.config.AuthConfig;
import io.leasegate.config.ConfigProblem;
import io.leasegate.config.KeyEntry;
import io.leasegate.config.KeysLoader;
import io.leasegate.config.KeysResult;
import io.leasegate.core.call.Credential;
import io.leasegate.core.call.Identity;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The API keys that are in force: those of the last good version of their file. Safe from every
 * thread.
 */
final class ApiKeys {

  private static final Logger LOG = LoggerFactory.getLogger(ApiKeys.class);

  private final Path file;
  private volatile Map<String, Credential> byHash = Map.of();
  private volatile String problem = "";

  ApiKeys(Path file) {
    this.file = file;
  }

  /** The keys of the file that the configuration names; nothing with another mode. */
  static Optional<ApiKeys> of(AuthConfig auth) {
    return auth instanceof AuthConfig.ApiKey mode
        ? Optional.of(new ApiKeys(mode.keysFile()))
        : Optional.empty();
  }

  Path file() {
    return file;
  }

  /** Why the newest version of the file is not in force, or the empty text. */
  String problem() {
    return problem;
  }

  /**
   * What a key stands for. It is looked up by its hash: how long that takes says nothing about the
   * keys there are, since nobody can choose the hash of what he sends.
   *
   * @param key visible ASCII
   */
  Optional<Credential> find(String key) {
    return Optional.ofNullable(byHash.get(hash(key)));
  }

  /** Lower-case hex of the SHA-256 of a key's bytes. */
  static String hash(String key) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(sha256.digest(key.getBytes(ISO_8859_1)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /**
   * Reads the file for the first time. Blocking.
   *
   * @throws Gateway.StartFailure with all that is wrong with it
   */
  void loadFirst() {
    if (KeysLoader.load(file) instanceof KeysResult.Invalid invalid) {
      throw new Gateway.StartFailure(
          invalid.problems().stream()
              .map(ConfigProblem::toString)
              .collect(Collectors.joining("\n")));
    }
    load(gone -> {});
  }

  /**
   * Reads the file; a bad edit, or none, keeps the last good keys. Blocking.
   *
   * @param onGone told whose credentials no key opens any more
   * @return whether what the file says is in force
   */
  boolean load(Consumer<Identity> onGone) {
    KeysResult result = KeysLoader.load(file);
    if (result instanceof KeysResult.Invalid invalid) {
      problem = oneLine(invalid.problems());
      LOG.atError()
          .addKeyValue("problem", problem)
          .log("the keys file is not in force; the last good keys are");
      return false;
    }
    Map<String, Credential> next =
        ((KeysResult.Loaded) result)
            .keys().keys().stream()
                .collect(Collectors.toUnmodifiableMap(KeyEntry::sha256, KeyEntry::credential));
    Map<String, Credential> before = byHash;
    byHash = next;
    problem = "";
    before.forEach(
        (hash, credential) -> {
          if (!credential.equals(next.get(hash))) {
            onGone.accept(credential.identity());
          }
        });
    return true;
  }

  private static String oneLine(List<ConfigProblem> problems) {
    int more = problems.size() - 1;
    return problems.get(0) + (more == 0 ? "" : " (and " + more + " more)");
  }
}
