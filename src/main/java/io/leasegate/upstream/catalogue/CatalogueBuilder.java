package io.leasegate.upstream.catalogue;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.leasegate.config.LimitsConfig;
import io.leasegate.config.SideEffects;
import io.leasegate.config.ToolConfig;
import io.leasegate.config.UpstreamConfig;
import io.leasegate.core.capability.CapabilityGlob;
import io.leasegate.core.capability.NameGlob;
import io.leasegate.core.policy.CapabilityMapper;
import io.leasegate.core.policy.CapabilityMapping;
import io.leasegate.core.policy.CapabilityTemplate;
import io.leasegate.upstream.ToolListing;
import io.leasegate.upstream.Upstream;
import io.leasegate.upstream.UpstreamTool;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Makes the catalogue out of what the upstreams list and what the operator says about them.
 *
 * <p>It remembers which tools were listed as writes: a tool stays a write when its upstream loosens
 * the annotation while the gateway runs, until the operator reloads. Bound to one thread.
 */
public final class CatalogueBuilder {

  /** Names that belong to the gateway. */
  private static final Set<String> OWN_PREFIXES = Set.of("scopegate_", "leasegate_");

  private final LimitsConfig limits;
  private final Map<String, OnceStrict> onceStrict = new HashMap<>();

  /** An upstream with its settings. */
  public record Source(Upstream upstream, UpstreamConfig config) {}

  public CatalogueBuilder(LimitsConfig limits) {
    this.limits = limits;
  }

  /** The operator has reloaded an upstream: its annotations are believed again. */
  public void forget(String upstream) {
    onceStrict.remove(upstream);
  }

  public Catalogue build(List<Source> sources) {
    Map<String, ToolRoute> byName = new LinkedHashMap<>();
    List<ToolRoute> tools = new ArrayList<>();
    List<String> hidden = new ArrayList<>();
    Map<String, Catalogue.Door> doors = new HashMap<>();
    for (Source source : sources) {
      ToolListing listing = source.upstream().listing();
      List<ToolRoute> routes = listing == null ? List.of() : routes(source, listing);
      Map<String, ToolRoute> byOwnName = new HashMap<>();
      for (ToolRoute route : routes) {
        byOwnName.put(route.tool(), route);
        String whole = prefix(source.config()) + visibleName(source.config(), route.tool());
        if (isOwn(route.listedName()) || byName.containsKey(route.listedName())) {
          hidden.add(source.config().name() + ": " + route.listedName());
          continue;
        }
        tools.add(route);
        byName.put(route.listedName(), route);
        byName.putIfAbsent(whole, route);
      }
      doors.put(
          source.config().name(),
          new Catalogue.Door(
              routes, byOwnName, listing != null, listing == null ? "" : listing.instructions()));
    }
    return new Catalogue(tools, byName, doors, hidden);
  }

  private List<ToolRoute> routes(Source source, ToolListing listing) {
    UpstreamConfig config = source.config();
    NameGlobs exposed = NameGlobs.of(config.expose());
    CapabilityMapper mapper = mapper(config);
    List<ToolRoute> routes = new ArrayList<>();
    for (UpstreamTool tool : listing.tools()) {
      if (exposed.match(tool.name()) && !tool.json().requiresTask()) {
        routes.add(route(source, tool, mapper));
      }
    }
    return routes;
  }

  private ToolRoute route(Source source, UpstreamTool tool, CapabilityMapper mapper) {
    UpstreamConfig config = source.config();
    ToolConfig settings = config.tool(tool.name());
    boolean write = isWrite(config, settings, tool);
    Optional<CapabilityGlob> pattern = mapper.patternOf(tool.name()).toOptional();
    String listed = ListedName.of(prefix(config), visibleName(config, tool.name()));
    return new ToolRoute(
        source.upstream(),
        tool.name(),
        listed,
        write,
        isRepeatable(config, settings, tool),
        settings.onError(),
        settings.callTimeout().or(config::callTimeout).orElse(limits.callTimeout()).toNanos(),
        settings
            .callTimeoutMax()
            .or(config::callTimeoutMax)
            .orElse(limits.callTimeoutMax())
            .toNanos(),
        pattern.map(CapabilityGlob::text).orElse(config.name() + ":call:" + tool.name()),
        mapper,
        pattern,
        pattern.flatMap(CapabilityGlob::onlyMatch),
        !tool.json().hasOutputSchema() || tool.json().declaresOutput(),
        new String(tool.json().listedAs(listed, write), UTF_8),
        new String(tool.json().passedThrough(), UTF_8));
  }

  private static CapabilityMapper mapper(UpstreamConfig config) {
    return new CapabilityMapper(
        config.name(),
        config.capabilities().stream()
            .map(
                mapping ->
                    new CapabilityMapping(
                        NameGlob.parse(mapping.tool()).orThrow(),
                        CapabilityTemplate.parse(mapping.capability()).orThrow()))
            .toList());
  }

  private boolean isWrite(UpstreamConfig config, ToolConfig settings, UpstreamTool tool) {
    if (settings.sideEffects().isPresent()) {
      return settings.sideEffects().get() == SideEffects.WRITE;
    }
    boolean read = config.trustAnnotations() && tool.json().hint("readOnlyHint").orElse(false);
    return !strict(config).writes.believes(tool.name(), read);
  }

  private boolean isRepeatable(UpstreamConfig config, ToolConfig settings, UpstreamTool tool) {
    boolean harmless =
        config.trustAnnotations()
            && (tool.json().hint("idempotentHint").orElse(false)
                || tool.json().hint("readOnlyHint").orElse(false));
    return strict(config).unrepeatable.believes(tool.name(), harmless) || settings.repeatable();
  }

  private OnceStrict strict(UpstreamConfig config) {
    return onceStrict.computeIfAbsent(config.name(), name -> new OnceStrict());
  }

  /** What the tools of one upstream were, before it said less of them. */
  private static final class OnceStrict {
    private final OnceDenied writes = new OnceDenied();
    private final OnceDenied unrepeatable = new OnceDenied();
  }

  /** Tools that went without a loosening hint once, for which it is not believed any more. */
  private static final class OnceDenied {
    private static final int MOST = 100_000;
    private final Set<String> tools = new HashSet<>();

    /** An upstream with more names than can be remembered is believed nothing. */
    boolean believes(String tool, boolean hint) {
      if (!hint && tools.size() < MOST) {
        tools.add(tool);
      }
      return hint && tools.size() < MOST && !tools.contains(tool);
    }
  }

  private static String prefix(UpstreamConfig config) {
    return config.prefix() ? config.name() + "__" : "";
  }

  private static String visibleName(UpstreamConfig config, String tool) {
    return config.tool(tool).alias().orElse(tool);
  }

  private static boolean isOwn(String name) {
    return OWN_PREFIXES.stream().anyMatch(name::startsWith);
  }
}
