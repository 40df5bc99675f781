package io.leasegate.bench.load;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes the configuration of the gateway under test: everything is auto-approved. */
final class LeaseGateFiles {
  private LeaseGateFiles() {}

  /** Writes both files into this folder and answers the path of the main one. */
  static Path write(Path folder, URI upstream, String store) throws IOException {
    Path data = Files.createDirectories(folder.resolve("data"));
    Files.writeString(
        folder.resolve("policy.yaml"),
        """
        version: 1
        limits: { max_ttl: 1h }
        agents:
          "*":
            default_ttl: 1h
            capabilities:
              - { match: "stub:**", auto_approve: true, ttl: 1h }
        """);
    return Files.writeString(
        folder.resolve("leasegate.yaml"),
        """
        server:
          agent: { host: 127.0.0.1, port: 0 }
          admin: { host: 127.0.0.1, port: 0 }
        store: %s
        # every request has a key of its own: what is kept must not be what is measured
        idempotency: { retention: 5s, max_keys_per_agent: 10000000 }
        audit: { max_entries: 50000 }
        policy: { file: policy.yaml }
        data_dir: "%s"
        upstreams:
          - name: stub
            transport: { kind: http, url: "%s" }
        """
            .formatted(store, data.toAbsolutePath(), upstream));
  }
}
