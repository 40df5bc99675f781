package io.leasegate.app.operator;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.leasegate.app.ConfigOption;
import io.leasegate.config.AdminConfig;
import io.leasegate.config.LoadResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Where the gateway's operators' side is, and the token that opens it. */
final class AdminOption {

  private static final String OR_NAME_BOTH =
      "or name the gateway with --admin-url and its token with --token-file";

  @Mixin private ConfigOption config = new ConfigOption();

  @Option(
      names = "--admin-url",
      paramLabel = "<url>",
      description =
          "The gateway's operators' side, such as http://127.0.0.1:9787. Default: what the"
              + " configuration says.")
  private @Nullable String url;

  @Option(
      names = "--token-file",
      paramLabel = "<file>",
      description = "Holds the gateway's admin token. Default: what the configuration says.")
  private @Nullable Path tokenFile;

  /** The way to the gateway; the configuration is read only for what the options leave open. */
  AdminClient client(PrintWriter err) {
    URI given = url == null ? null : checked(url);
    if (given != null && tokenFile != null) {
      return new AdminClient(given, token(tokenFile));
    }
    AdminConfig admin = configured(err);
    return new AdminClient(
        given == null ? address(admin) : given,
        token(tokenFile == null ? admin.tokenFile() : tokenFile));
  }

  private AdminConfig configured(PrintWriter err) {
    LoadResult.Loaded loaded =
        config
            .find(err)
            .flatMap(file -> ConfigOption.load(file, err))
            .orElseThrow(() -> OperatorFailure.refused(OR_NAME_BOTH));
    return loaded.config().server().admin();
  }

  /** What listens on all addresses is reached at the loopback one. */
  private static URI address(AdminConfig admin) {
    if (admin.port() == 0) {
      throw OperatorFailure.usage(
          "server.admin.port is 0: the gateway took any free port; give --admin-url, which its"
              + " ready line shows as admin=");
    }
    String host =
        switch (admin.host()) {
          case "0.0.0.0" -> "127.0.0.1";
          case "::", "0:0:0:0:0:0:0:0" -> "::1";
          default -> admin.host();
        };
    return checked("http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + admin.port());
  }

  private static URI checked(String text) {
    try {
      URI uri = new URI(text.replaceAll("/+$", ""));
      boolean http = "http".equalsIgnoreCase(uri.getScheme());
      if ((http || "https".equalsIgnoreCase(uri.getScheme()))
          && uri.getHost() != null
          && uri.getRawUserInfo() == null
          && uri.getRawQuery() == null
          && uri.getRawFragment() == null) {
        return uri;
      }
    } catch (URISyntaxException e) {
      throw noUrl(text);
    }
    throw noUrl(text);
  }

  private static OperatorFailure noUrl(String text) {
    return OperatorFailure.usage(
        "--admin-url must be like http://127.0.0.1:9787, not \"" + Cell.of(text) + "\"");
  }

  /** A file that is not there may mean that no gateway ran yet: then asking it tells. */
  private static AdminToken token(Path file) {
    try {
      String text = Files.readString(file, UTF_8).strip();
      return text.isEmpty() || !text.chars().allMatch(c -> c > ' ' && c < 0x7f)
          ? new AdminToken(file, "", "holds no token")
          : new AdminToken(file, text, "holds the token of another gateway");
    } catch (NoSuchFileException e) {
      return new AdminToken(file, "", "does not exist");
    } catch (MalformedInputException e) {
      return new AdminToken(file, "", "holds no token");
    } catch (IOException e) {
      return new AdminToken(file, "", "cannot be read by this user");
    }
  }

  /**
   * What opens the operators' side.
   *
   * @param text empty when there is none
   * @param whenRefused what is wrong with the file if the gateway does not take it
   */
  record AdminToken(Path file, String text, String whenRefused) {
    /** Without the secret. */
    @Override
    public String toString() {
      return "AdminToken[" + file + "]";
    }
  }
}
