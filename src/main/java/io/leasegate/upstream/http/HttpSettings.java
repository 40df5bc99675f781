package io.leasegate.upstream.http;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How an upstream is reached over Streamable HTTP.
 *
 * @param name the upstream's name in the gateway
 * @param url its MCP endpoint, http or https
 * @param authorization a header that proves who the gateway is
 * @param ca PEM file with the authorities to trust instead of the JDK's
 * @param perAgent whether each agent has an upstream session of its own
 * @param maxResponseBytes most bytes of one answer
 * @param maxSessions most upstream sessions at once
 * @param gatewayVersion what {@code clientInfo.version} says
 */
public record HttpSettings(
    String name,
    URI url,
    Optional<HeaderValue> authorization,
    Optional<Path> ca,
    boolean perAgent,
    long maxResponseBytes,
    int maxSessions,
    String gatewayVersion) {

  /** A header with a secret value, which no text form of it shows. */
  public record HeaderValue(String name, String value) {
    @Override
    public String toString() {
      return name + ": ***";
    }
  }

  String requestUri() {
    String path = url.getRawPath() == null || url.getRawPath().isEmpty() ? "/" : url.getRawPath();
    return url.getRawQuery() == null ? path : path + "?" + url.getRawQuery();
  }

  boolean tls() {
    return "https".equalsIgnoreCase(url.getScheme());
  }

  int port() {
    return url.getPort() > 0 ? url.getPort() : tls() ? 443 : 80;
  }
}
