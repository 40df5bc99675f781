package io.leasegate.config;

import static io.leasegate.config.ConfigValueException.require;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/** How agents prove who they are. */
public sealed interface AuthConfig {

  /** They do not: the headers are believed. */
  record None() implements AuthConfig {}

  /** By a key whose hash is in the file. */
  record ApiKey(Path keysFile) implements AuthConfig {}

  /** By a signed token. Exactly one of the two key sources is there. */
  record Jwt(
      String issuer,
      String audience,
      Optional<Path> jwksFile,
      Optional<URI> jwksUrl,
      JwtClaims claims)
      implements AuthConfig {

    public Jwt {
      require(
          jwksFile.isPresent() != jwksUrl.isPresent(),
          jwksFile.isPresent() ? "jwks_url" : "",
          "exactly one of jwks_file and jwks_url is needed");
    }
  }

  /** The names of the claims that say who it is. */
  record JwtClaims(String workspace, String agent, String roles) {}
}
