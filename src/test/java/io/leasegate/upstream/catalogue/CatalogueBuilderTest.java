package io.leasegate.upstream.catalogue;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.config.ConfigLoader;
import io.leasegate.config.GatewayConfig;
import io.leasegate.config.LoadResult;
import io.leasegate.core.call.Identity;
import io.leasegate.jsonrpc.ToolObject;
import io.leasegate.upstream.CircuitState;
import io.leasegate.upstream.LogLevel;
import io.leasegate.upstream.ToolListing;
import io.leasegate.upstream.Upstream;
import io.leasegate.upstream.UpstreamAnswer;
import io.leasegate.upstream.UpstreamCall;
import io.leasegate.upstream.UpstreamHealth;
import io.leasegate.upstream.UpstreamTool;
import io.vertx.core.Future;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an upstream's later words about a tool change, and what they do not. */
final class CatalogueBuilderTest {

  /** An upstream that only lists one tool. */
  private static final class ListingUpstream implements Upstream {
    private @Nullable ToolListing listing;

    void lists(String annotations) {
      byte[] json = ("{\"name\":\"t\",\"annotations\":" + annotations + "}").getBytes(UTF_8);
      ToolObject tool = ToolObject.read(json, 0, json.length).orElseThrow();
      listing = new ToolListing(List.of(new UpstreamTool("t", tool)), "");
    }

    @Override
    public String name() {
      return "up";
    }

    @Override
    public Future<UpstreamAnswer> call(UpstreamCall call) {
      return Future.failedFuture("only lists");
    }

    @Override
    public @Nullable ToolListing listing() {
      return listing;
    }

    @Override
    public UpstreamHealth health() {
      return new UpstreamHealth(true, 1, "", new CircuitState.Closed(0), true);
    }

    @Override
    public void logLevel(Identity identity, LogLevel level) {}

    @Override
    public void start() {}

    @Override
    public Future<Void> stop(Duration grace) {
      return Future.succeededFuture();
    }
  }

  private static final String YAML =
      """
      upstreams:
        - name: up
          transport: { kind: http, url: "http://127.0.0.1:1/mcp" }
          trust_annotations: true
      """;

  @TempDir private Path directory;
  private final ListingUpstream upstream = new ListingUpstream();
  private @Nullable GatewayConfig config;
  private @Nullable CatalogueBuilder builder;

  @BeforeEach
  void configure() throws IOException {
    Path file = Files.writeString(directory.resolve("leasegate.yaml"), YAML);
    config = ((LoadResult.Loaded) ConfigLoader.load(file, Map.of())).config();
    builder = new CatalogueBuilder(config.server().limits());
  }

  private ToolRoute listed(String annotations) {
    upstream.lists(annotations);
    GatewayConfig loaded = Objects.requireNonNull(config);
    Catalogue catalogue =
        Objects.requireNonNull(builder)
            .build(List.of(new CatalogueBuilder.Source(upstream, loaded.upstreams().get(0))));
    return Objects.requireNonNull(catalogue.find(null, "up__t"));
  }

  @Test
  void aTrustedReadIsRepeatable() {
    assertThat(listed("{\"readOnlyHint\":true}").repeatable()).isTrue();
  }

  @Test
  void aTrustedIdempotentWriteIsRepeatable() {
    assertThat(listed("{\"idempotentHint\":true}").repeatable()).isTrue();
  }

  @Test
  void aWriteThatIsCalledAReadLaterDoesNotBecomeRepeatable() {
    // Given
    listed("{}");
    // When
    ToolRoute later = listed("{\"readOnlyHint\":true}");
    // Then
    assertThat(later.repeatable()).isFalse();
  }

  @Test
  void aWriteThatIsCalledIdempotentLaterDoesNotBecomeRepeatable() {
    // Given
    listed("{}");
    // When
    ToolRoute later = listed("{\"idempotentHint\":true}");
    // Then
    assertThat(later.repeatable()).isFalse();
  }

  @Test
  void aReadThatIsCalledAWriteBecomesOne() {
    // Given
    listed("{\"readOnlyHint\":true}");
    // When
    ToolRoute later = listed("{\"readOnlyHint\":false}");
    // Then
    assertThat(later.write()).isTrue();
  }

  @Test
  void whatIsForgottenIsBelievedAgain() {
    // Given
    listed("{}");
    Objects.requireNonNull(builder).forget("up");
    // When
    ToolRoute later = listed("{\"readOnlyHint\":true}");
    // Then
    assertThat(later.write()).isFalse();
  }
}
