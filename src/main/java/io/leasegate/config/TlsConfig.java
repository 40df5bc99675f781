package io.leasegate.config;

import java.nio.file.Path;
import java.util.Optional;

/** Certificates of the listeners; a listener without speaks plain HTTP. */
public record TlsConfig(Optional<Certificate> agent, Optional<Certificate> admin) {

  /**
   * PEM files of one listener.
   *
   * @param clientCa clients must show a certificate signed by it
   */
  public record Certificate(Path cert, Path key, Optional<Path> clientCa) {}
}
