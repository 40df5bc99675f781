package io.leasegate.config;

import java.nio.file.Path;
import java.util.List;

/** The keys of the gateway file. */
final class GatewaySchema {

  private final Path directory;

  /** A schema whose relative paths start in the file's directory. */
  GatewaySchema(Path directory) {
    this.directory = directory;
  }

  Parsed<GatewayConfig> read(Section s) {
    Parsed<Path> dataDir = s.value("data_dir", ValueTypes.path(directory), "./data");
    Path data = dataDir.orElse(directory);
    Parsed<ServerConfig> server = s.section("server", new ServerSchema(directory, data)::read);
    Parsed<StoreConfig> store = s.section("store", new StoreSchema(data)::read);
    Parsed<Path> policy =
        s.section("policy", p -> p.value("file", ValueTypes.path(directory), "policy.yaml"));
    Parsed<List<String>> managementTools =
        s.list("management_tools", ValueTypes.NAME_GLOB, List.of("scopegate_*"));
    Parsed<List<UpstreamConfig>> upstreams =
        s.sections("upstreams", new UpstreamSchema(directory)::read);
    Parsed<IdempotencyConfig> idempotency = s.section("idempotency", GatewaySchema::idempotency);
    Parsed<GrantsConfig> grants = s.section("grants", GatewaySchema::grants);
    Parsed<AuditConfig> audit = s.section("audit", a -> audit(a, data));
    Parsed<ResultsConfig> results = s.section("results", GatewaySchema::results);
    Parsed<NoticesConfig> notices = s.section("notices", GatewaySchema::notices);
    Parsed<LeasesConfig> leases = s.section("leases", new LeasesSchema(directory)::read);
    return s.build(
        () ->
            new GatewayConfig(
                server.get(),
                store.get(),
                policy.get(),
                dataDir.get(),
                managementTools.get(),
                upstreams.get(),
                idempotency.get(),
                grants.get(),
                audit.get(),
                results.get(),
                notices.get(),
                leases.get()));
  }

  private static Parsed<IdempotencyConfig> idempotency(Section s) {
    var retention = s.value("retention", ValueTypes.duration(IdempotencyConfig.RETENTION), "24h");
    var maxRecord = s.value("max_record", ValueTypes.size(IdempotencyConfig.RECORD), "1MiB");
    var maxKeys =
        s.value("max_keys_per_agent", ValueTypes.integer(IdempotencyConfig.KEYS), "100000");
    return s.build(() -> new IdempotencyConfig(retention.get(), maxRecord.get(), maxKeys.get()));
  }

  private static Parsed<GrantsConfig> grants(Section s) {
    var live = s.value("max_live_per_agent", ValueTypes.integer(GrantsConfig.LIVE), "1000");
    return s.build(() -> new GrantsConfig(live.get()));
  }

  private static Parsed<AuditConfig> audit(Section s, Path data) {
    var retention = s.value("retention", ValueTypes.duration(AuditConfig.RETENTION), "7d");
    var entries = s.value("max_entries", ValueTypes.longInteger(AuditConfig.ENTRIES), "1000000");
    var file = s.optional("file", ValueTypes.path(data));
    return s.build(() -> new AuditConfig(retention.get(), entries.get(), file.get()));
  }

  private static Parsed<ResultsConfig> results(Section s) {
    var inline = s.value("max_inline_bytes", ValueTypes.bytes(ResultsConfig.INLINE), "64KiB");
    var retention = s.value("retention", ValueTypes.duration(ResultsConfig.RETENTION), "2h");
    var perAgent = s.value("max_per_agent", ValueTypes.size(ResultsConfig.PER_AGENT), "64MiB");
    return s.build(() -> new ResultsConfig(inline.get(), retention.get(), perAgent.get()));
  }

  private static Parsed<NoticesConfig> notices(Section s) {
    var threshold = s.value("threshold", ValueTypes.decimal(NoticesConfig.THRESHOLD), "0.2");
    var structured = s.value("structured", ValueTypes.BOOLEAN, "true");
    return s.build(() -> new NoticesConfig(threshold.get(), structured.get()));
  }
}
