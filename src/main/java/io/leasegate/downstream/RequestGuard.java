package io.leasegate.downstream;

import io.leasegate.config.ListenerConfig;
import io.leasegate.config.ServerConfig;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.HostAndPort;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Who may knock: names of the host and origins of browsers.
 *
 * <p>A page in a browser can send requests to loopback under a name that its owner made resolve
 * there (DNS rebinding): only known names and origins are let in.
 */
public final class RequestGuard {

  /** A request that is turned away. */
  public record Refused(int status, String why) {}

  private static final Pattern LOOPBACK_4 = Pattern.compile("127(\\.[0-9]{1,3}){3}");

  private final boolean loopbackOnly;
  private final Set<String> hosts;
  private final Set<String> origins;

  /**
   * @param loopbackListener whether host names are checked
   * @param allowedHosts names beside loopback
   * @param allowedOrigins browser origins beside loopback
   */
  RequestGuard(boolean loopbackListener, List<String> allowedHosts, List<String> allowedOrigins) {
    this.loopbackOnly = loopbackListener;
    this.hosts = lower(allowedHosts);
    this.origins = lower(allowedOrigins);
  }

  private static Set<String> lower(List<String> texts) {
    return Set.copyOf(texts.stream().map(text -> text.toLowerCase(Locale.ROOT)).toList());
  }

  /** The guard of the listener on that address. */
  public static RequestGuard of(String host, ServerConfig server) {
    return new RequestGuard(
        new ListenerConfig(host, 0, Optional.empty()).isLoopback(),
        server.allowedHosts(),
        server.allowedOrigins());
  }

  /** What is wrong with where the request comes from, or null. */
  public @Nullable Refused check(HttpServerRequest request) {
    if (loopbackOnly) {
      HostAndPort authority = request.authority();
      String host = authority == null ? "" : bare(authority.host());
      if (!isLoopback(host) && !hosts.contains(host)) {
        return new Refused(
            403, "Host is no loopback name; name it in server.allowed_hosts to let it in");
      }
    }
    String origin = request.getHeader(HttpHeaders.ORIGIN);
    if (origin != null && !isAllowedOrigin(origin)) {
      return new Refused(
          403, "this Origin is not let in; name it in server.allowed_origins to let it in");
    }
    return null;
  }

  private boolean isAllowedOrigin(String origin) {
    if (origins.contains(origin.toLowerCase(Locale.ROOT))) {
      return true;
    }
    try {
      URI uri = new URI(origin);
      boolean web =
          "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
      return web && uri.getHost() != null && isLoopback(bare(uri.getHost()));
    } catch (URISyntaxException e) {
      return false;
    }
  }

  private static String bare(String host) {
    String lower = host.toLowerCase(Locale.ROOT);
    return lower.startsWith("[") && lower.endsWith("]")
        ? lower.substring(1, lower.length() - 1)
        : lower;
  }

  private static boolean isLoopback(String host) {
    return host.equals("localhost") || host.equals("::1") || LOOPBACK_4.matcher(host).matches();
  }
}
