package io.leasegate.bench.load;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes the configuration of nginx as a plain reverse proxy with kept-alive upstream connections.
 */
final class NginxFiles {
  private NginxFiles() {}

  /** Writes the file into this folder and answers its path. */
  static Path write(Path folder, URI upstream, int port, int workers) throws IOException {
    Files.createDirectories(folder);
    return Files.writeString(
        folder.resolve("nginx.conf"),
        """
        daemon off;
        worker_processes %1$d;
        pid %2$s/nginx.pid;
        error_log stderr;
        events { worker_connections 4096; }
        http {
          access_log off;
          client_body_temp_path %2$s/body;
          proxy_temp_path %2$s/proxy;
          fastcgi_temp_path %2$s/fastcgi;
          uwsgi_temp_path %2$s/uwsgi;
          scgi_temp_path %2$s/scgi;
          keepalive_requests 1000000000;
          upstream stub { server %3$s; keepalive 512; keepalive_requests 1000000000; }
          server {
            listen 127.0.0.1:%4$d;
            location / {
              proxy_pass http://stub;
              proxy_http_version 1.1;
              proxy_set_header Connection "";
            }
          }
        }
        """
            .formatted(workers, folder.toAbsolutePath(), upstream.getAuthority(), port));
  }
}
