package io.leasegate.upstream;

import io.leasegate.config.UpstreamConfig;
import io.leasegate.loop.Loop;
import io.leasegate.upstream.catalogue.Catalogue;
import io.leasegate.upstream.catalogue.CatalogueBuilder;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The upstreams that are configured now, and the catalogue of their tools. Changes happen on the
 * home loop; the snapshots can be read from every loop.
 */
public final class UpstreamRegistry {

  private static final Logger LOG = LoggerFactory.getLogger(UpstreamRegistry.class);

  /** Makes an upstream. */
  @FunctionalInterface
  public interface Factory {
    /**
     * @param onListing to be run on the home loop when another tool list was read
     */
    Upstream make(UpstreamConfig config, Runnable onListing);
  }

  private final Loop home;
  private final CatalogueBuilder builder;
  private final Factory factory;
  private final Runnable onChange;
  private final Duration grace;
  private Map<String, CatalogueBuilder.Source> sources = new LinkedHashMap<>();
  private volatile Catalogue catalogue = Catalogue.EMPTY;
  private volatile List<Upstream> upstreams = List.of();
  private volatile Set<String> names = Set.of();
  private volatile boolean applied;
  private List<String> hidden = List.of();

  /**
   * @param onChange run on the home loop when the catalogue is another
   * @param grace how long the calls of an upstream that goes away may take to finish
   */
  public UpstreamRegistry(
      Loop home, CatalogueBuilder builder, Factory factory, Runnable onChange, Duration grace) {
    this.home = home;
    this.builder = builder;
    this.factory = factory;
    this.onChange = onChange;
    this.grace = grace;
  }

  /** The newest catalogue. */
  public Catalogue catalogue() {
    return catalogue;
  }

  /** The upstreams in the order of the configuration. */
  public List<Upstream> upstreams() {
    return upstreams;
  }

  public Set<String> names() {
    return names;
  }

  /** Whether the configured upstreams were ever taken: before that, none of them is missing. */
  public boolean isApplied() {
    return applied;
  }

  /** Takes the configured upstreams: new ones start, gone ones end, changed ones are replaced. */
  public void apply(List<UpstreamConfig> configs) {
    home.run(() -> applyHere(configs));
  }

  private void applyHere(List<UpstreamConfig> configs) {
    // the operator has looked: what upstreams say of their tools now is the measure again
    sources.keySet().forEach(builder::forget);
    Map<String, CatalogueBuilder.Source> next = new LinkedHashMap<>();
    List<Upstream> started = new ArrayList<>();
    for (UpstreamConfig config : configs) {
      CatalogueBuilder.Source before = sources.remove(config.name());
      if (before != null && before.config().equals(config)) {
        next.put(config.name(), before);
        continue;
      }
      if (before != null) {
        end(before);
      }
      Upstream upstream = factory.make(config, this::rebuild);
      next.put(config.name(), new CatalogueBuilder.Source(upstream, config));
      started.add(upstream);
    }
    sources.values().forEach(this::end);
    sources = next;
    upstreams = next.values().stream().map(CatalogueBuilder.Source::upstream).toList();
    names = Set.copyOf(next.keySet());
    applied = true;
    rebuild();
    started.forEach(Upstream::start);
  }

  private void end(CatalogueBuilder.Source gone) {
    gone.upstream()
        .stop(grace)
        .onFailure(
            problem ->
                LOG.atWarn()
                    .addKeyValue("upstream", gone.config().name())
                    .setCause(problem)
                    .log("an upstream did not stop cleanly"));
  }

  private void rebuild() {
    Catalogue next = builder.build(List.copyOf(sources.values()));
    catalogue = next;
    if (!next.hidden().equals(hidden)) {
      hidden = next.hidden();
      hidden.forEach(
          name ->
              LOG.atWarn().addKeyValue("tool", name).log("an earlier tool has this name: hidden"));
    }
    onChange.run();
  }

  /** Stops all upstreams. */
  public Future<Void> stop(Duration within) {
    return Future.join(upstreams.stream().map(upstream -> upstream.stop(within)).toList())
        .mapEmpty();
  }
}
