package io.leasegate.grants;

import io.leasegate.config.PolicyCompiler;
import io.leasegate.config.PolicyResult;
import io.leasegate.core.policy.Policy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Policies as operators write them. */
public final class Policies {

  private Policies() {}

  /** The policy of a file with this text behind its {@code version}. */
  public static Policy of(String yaml) {
    try {
      Path file = Files.createTempFile("policy", ".yaml");
      try {
        Files.writeString(file, "version: 1\n" + yaml);
        PolicyResult result = PolicyCompiler.loader().load(file);
        if (!(result instanceof PolicyResult.Loaded loaded)) {
          throw new AssertionError("not a policy: " + result);
        }
        return PolicyCompiler.compile(loaded.policy());
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
