package io.leasegate.config;

import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The keys below {@code store}. The blocks of kinds that are not chosen are checked too. */
final class StoreSchema {

  private static final ValueType<URI> REDIS_URI =
      new ValueType<>(
          "redis://[user:password@]host[:port][/database], or rediss:// for TLS",
          true,
          Set.of(ScalarKind.TEXT),
          scalar -> redisUri(scalar.text()));

  private final Path dataDir;

  StoreSchema(Path dataDir) {
    this.dataDir = dataDir;
  }

  private enum Kind {
    MEMORY,
    FILE,
    REDIS
  }

  Parsed<StoreConfig> read(Section s) {
    Parsed<Kind> kind = s.value("kind", ValueTypes.choice(Kind.class), "memory");
    Parsed<StoreConfig.FileStore> file = s.section("file", this::file);
    Parsed<StoreConfig.Redis> redis = s.section("redis", StoreSchema::redis);
    return s.build(
        () ->
            switch (kind.get()) {
              case MEMORY -> new StoreConfig.Memory();
              case FILE -> file.get();
              case REDIS -> redis.get();
            });
  }

  private Parsed<StoreConfig.FileStore> file(Section s) {
    var path = s.value("path", ValueTypes.path(dataDir), "store");
    return s.build(() -> new StoreConfig.FileStore(path.get()));
  }

  private static Parsed<StoreConfig.Redis> redis(Section s) {
    var uri = s.value("uri", REDIS_URI, "redis://127.0.0.1:6379/0");
    Map<String, Schema<StoreConfig.RedisMode>> modes = new LinkedHashMap<>();
    modes.put("standalone", each -> each.build(StoreConfig.Standalone::new));
    modes.put("sentinel", StoreSchema::sentinel);
    modes.put("cluster", StoreSchema::cluster);
    Parsed<StoreConfig.RedisMode> mode = s.variant("mode", "standalone", modes);
    var timeout = s.value("timeout", ValueTypes.duration(StoreConfig.Redis.WAIT), "500ms");
    var staleness = s.value("max_staleness", ValueTypes.duration(StoreConfig.Redis.WAIT), "1s");
    var await = s.section("wait", StoreSchema::await);
    return s.build(
        () ->
            new StoreConfig.Redis(
                uri.get(), mode.get(), timeout.get(), staleness.get(), await.get()));
  }

  private static Parsed<StoreConfig.ReplicaWait> await(Section s) {
    var replicas = s.value("replicas", ValueTypes.integer(StoreConfig.ReplicaWait.REPLICAS), "0");
    var timeout = s.value("timeout", ValueTypes.duration(StoreConfig.Redis.WAIT), "100ms");
    return s.build(() -> new StoreConfig.ReplicaWait(replicas.get(), timeout.get()));
  }

  private static Parsed<StoreConfig.RedisMode> sentinel(Section s) {
    var master = s.required("master", ValueTypes.TEXT);
    var nodes = s.list("nodes", ValueTypes.NODE, List.of());
    return s.build(() -> new StoreConfig.Sentinel(master.get(), nodes.get()));
  }

  private static Parsed<StoreConfig.RedisMode> cluster(Section s) {
    var nodes = s.list("nodes", ValueTypes.NODE, List.of());
    return s.build(() -> new StoreConfig.Cluster(nodes.get()));
  }

  private static URI redisUri(String text) {
    URI uri = ValueTypes.uri(text);
    boolean redis = "redis".equals(uri.getScheme()) || "rediss".equals(uri.getScheme());
    if (!redis || uri.getHost() == null || !uri.getPath().matches("|/|/[0-9]{1,5}")) {
      throw ValueType.unexpected();
    }
    return uri;
  }
}
