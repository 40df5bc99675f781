package io.leasegate.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every kind of mistake, with its line, column, key path and what is allowed. */
class ConfigProblemTest {

  @TempDir Path dir;

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiterString = " => ",
      quoteCharacter = '`',
      value = {
        "colour: red => 1:1 colour: unknown key; allowed: data_dir, server, store, policy, management_tools, upstreams, idempotency, grants, audit, results, notices, leases",
        "sever: {} => 1:1 sever: unknown key; did you mean server? allowed: data_dir, server, store, policy, management_tools, upstreams, idempotency, grants, audit, results, notices, leases",
        "server: { agent: { prot: 1 } } => 1:20 server.agent.prot: unknown key; did you mean port? allowed: host, port, public_url",
        "server: { agent: { port: 65536 } } => 1:20 server.agent.port: expected an integer 0..65535, found the integer \"65536\"",
        "server: { agent: { port: -1 } } => 1:20 server.agent.port: expected an integer 0..65535, found the integer \"-1\"",
        "server: { agent: { port: 0x1F } } => 1:20 server.agent.port: expected an integer 0..65535, found the integer \"0x1F\"",
        "server: { agent: { port: \"80\" } } => 1:20 server.agent.port: expected an integer 0..65535, found text \"80\"",
        "server: { agent: { port: [80] } } => 1:20 server.agent.port: expected an integer 0..65535, found a list",
        "server: { agent: { port: 99999999999999999999999 } } => 1:20 server.agent.port: expected an integer 0..65535, found the integer \"99999999999999999999999\"",
        "server: { agent: { host: 127 } } => 1:20 server.agent.host: expected a host name or address, found the integer \"127\"",
        "server: { agent: { host: \"a b\" } } => 1:20 server.agent.host: expected a host name or address, found text \"a b\"",
        "server: { agent: { host: 0.0.0.0 } } => 1:20 server.agent.host: \"0.0.0.0\" is not a loopback address and server.auth.mode is none; allowed: 127.0.0.1, ::1, localhost, or authentication by api-key or jwt",
        "server: [] => 1:1 server: expected a mapping ({} for an empty one), found a list",
        "server: text => 1:1 server: expected a mapping ({} for an empty one), found text",
        "[] => 1:1: expected a mapping ({} for an empty one), found a list",
        "text => 1:1: expected a mapping ({} for an empty one), found text",
        "server: { auth: { mode: basic } } => 1:19 server.auth.mode: expected none | api-key | jwt, found text \"basic\"",
        "server: { auth: { keys_file: k } } => 1:19 server.auth.keys_file: only with mode: api-key; allowed here: mode",
        "server: { auth: { mode: api-key } } => 1:11 server.auth.keys_file: is required: expected a path",
        "server: { allowed_origins: [\"https://a/b\"] } => 1:29 server.allowed_origins[0]: expected an origin such as https://example.org, found text \"https://a/b\"",
        "server: { allowed_hosts: localhost } => 1:11 server.allowed_hosts: expected a list (each item a host name or address), found text",
        "server: { allowed_hosts: [null] } => 1:27 server.allowed_hosts[0]: expected a host name or address, found nothing",
        "server: { tls: { agent: { cert: c } } } => 1:18 server.tls.agent.key: is required: expected a path",
        "server: { tls: { admin: { cert: c, key: k, client_ca: a } } } => 1:44 server.tls.admin.client_ca: unknown key; allowed: cert, key",
        "server: { limits: { max_body: 4096 } } => 1:21 server.limits.max_body: expected a size <n>B|KiB|MiB|GiB, 1KiB..1GiB, found the integer \"4096\"",
        "server: { limits: { max_body: 4MB } } => 1:21 server.limits.max_body: expected a size <n>B|KiB|MiB|GiB, 1KiB..1GiB, found text \"4MB\"",
        "server: { limits: { max_body: 2GiB } } => 1:21 server.limits.max_body: expected a size <n>B|KiB|MiB|GiB, 1KiB..1GiB, found text \"2GiB\"",
        "server: { limits: { drain: 30 } } => 1:21 server.limits.drain: expected a duration <n>ms|s|m|h|d, 0s..1h, found the integer \"30\"",
        "server: { limits: { drain: 1.5m } } => 1:21 server.limits.drain: expected a duration <n>ms|s|m|h|d, 0s..1h, found text \"1.5m\"",
        "server: { limits: { drain: 2h } } => 1:21 server.limits.drain: expected a duration <n>ms|s|m|h|d, 0s..1h, found text \"2h\"",
        "server: { limits: { drain: 999999999999999d } } => 1:21 server.limits.drain: expected a duration <n>ms|s|m|h|d, 0s..1h, found text \"999999999999999d\"",
        "server: { limits: { call_timeout: 31m } } => 1:21 server.limits.call_timeout: is longer than call_timeout_max (30m)",
        "store: { kind: disk } => 1:10 store.kind: expected memory | file | redis, found text \"disk\"",
        "store: { redis: { uri: \"http://h\" } } => 1:19 store.redis.uri: expected redis://[user:password@]host[:port][/database], or rediss:// for TLS",
        "store: { redis: { mode: sentinel, master: m } } => 1:10 store.redis.nodes: is required: expected at least one host:port",
        "store: { redis: { mode: cluster, nodes: [h] } } => 1:42 store.redis.nodes[0]: expected host:port",
        "upstreams: {} => 1:1 upstreams: expected a list (each item a mapping), found a mapping",
        "upstreams: [ null ] => 1:14 upstreams[0]: expected a mapping ({} for an empty one), found nothing",
        "upstreams: [ { transport: { kind: builtin } } ] => 1:14 upstreams[0].name: is required: expected text (in quotes if it looks like a number)",
        "upstreams: [ { name: a__b, transport: { kind: builtin } } ] => 1:16 upstreams[0].name: \"a__b\": expected [a-z0-9]([a-z0-9_-]{0,30}[a-z0-9])? without __, at most 32 characters",
        "upstreams: [ { name: a } ] => 1:14 upstreams[0].transport.kind: is required: expected http | stdio | builtin",
        "upstreams: [ { name: a, transport: { kind: http } } ] => 1:25 upstreams[0].transport.url: is required: expected an http or https URL without user name, password or fragment",
        "upstreams: [ { name: a, transport: { kind: builtin, url: \"http://h\" } } ] => 1:53 upstreams[0].transport.url: only with kind: http; allowed here: kind",
        "upstreams: [ { name: a, transport: { kind: http, url: \"http://u:p@h\" } } ] => 1:50 upstreams[0].transport.url: expected an http or https URL without user name, password or fragment, found text \"http://u:p@h\"",
        "upstreams: [ { name: a, transport: { kind: stdio, command: c, env: { A-B: x } } } ] => 1:70 upstreams[0].transport.env.A-B: expected a variable's name, found text \"A-B\"",
        "upstreams: [ { name: a, transport: { kind: stdio, command: c, env: { A: 1 } } } ] => 1:70 upstreams[0].transport.env.A: expected text (in quotes if it looks like a number), found the integer \"1\"",
        "upstreams: [ { name: a, transport: { kind: builtin }, auth: { type: bearer, token: t } } ] => 1:55 upstreams[0].auth: only with transport.kind: http",
        "upstreams: [ { name: a, transport: { kind: builtin }, tls: { ca: c } } ] => 1:62 upstreams[0].tls.ca: only with transport.kind: http",
        "upstreams: [ { name: a, transport: { kind: builtin }, tools: { t: { alias: \"a b\" } } } ] => 1:69 upstreams[0].tools.t.alias: expected 1 to 50 characters of A-Z a-z 0-9 _ -, found text \"a b\"",
        "upstreams: [ { name: a, transport: { kind: builtin }, tools: { t: { on_error: retry } } } ] => 1:69 upstreams[0].tools.t.on_error: expected replay | release, found text \"retry\"",
        "upstreams: [ { name: a, transport: { kind: builtin }, tools: { t: { repeatable: yes } } } ] => 1:69 upstreams[0].tools.t.repeatable: expected true or false, found text \"yes\"",
        "upstreams: [ { name: a, transport: { kind: builtin }, session: per_agent } ] => 1:55 upstreams[0].session: per_agent only with transport.kind: http; one process speaks in one session",
        "upstreams: [ { name: a, transport: { kind: builtin }, expose: [\"{\"] } ] => 1:64 upstreams[0].expose[0]: malformed name glob: a '{' has no '}' after it",
        "upstreams: [ { name: a, transport: { kind: builtin }, capabilities: [ { tool: \"{\", capability: \"a:b:c\" } ] } ] => 1:73 upstreams[0].capabilities[0].tool: malformed name glob: a '{' has no '}' after it",
        "upstreams: [ { name: a, transport: { kind: builtin }, capabilities: [ { tool: t, capability: \"a:b\" } ] } ] => 1:82 upstreams[0].capabilities[0].capability: malformed capability template: malformed capability glob: it has 2 segments instead of the three of <upstream>:<action>:<resource>",
        "upstreams: [ { name: a, transport: { kind: builtin }, capabilities: [ { tool: t, capability: \"a:b:c:d\" } ] } ] => 1:82 upstreams[0].capabilities[0].capability: malformed capability template: malformed capability glob: it has 4 segments instead of the three of <upstream>:<action>:<resource>",
        "upstreams: [ { name: a, transport: { kind: builtin }, capabilities: [ { tool: t, capability: \"a:b:{c\" } ] } ] => 1:82 upstreams[0].capabilities[0].capability: malformed capability template: braces hold no name of an argument, as in {owner}",
        "management_tools: [\"a{\"] => 1:20 management_tools[0]: malformed name glob: a '{' has no '}' after it",
        "audit: { max_entries: 1e6 } => 1:10 audit.max_entries: expected an integer 100..1000000000, found the number \"1e6\"",
        "notices: { threshold: 1 } => 1:12 notices.threshold: expected a number 0.01..0.99, found the integer \"1\"",
        "leases: { classes: { Author: {} } } => 1:22 leases.classes.Author: expected a name [a-z][a-z0-9_]{0,63}, found text \"Author\"",
        "leases: { classes: { author_issue_work: { heartbeat_interval: 3m } } } => 1:43 leases.classes.author_issue_work.heartbeat_interval: twice the interval is longer than missed_heartbeat_grace (5m)",
        "leases: { classes: { author_issue_work: { initial_ttl: 90s } } } => 1:22 leases.classes.author_issue_work.heartbeat_interval: twice the interval is longer than initial_ttl (90s)",
      })
  void isReportedInOneLine(String yaml, String problem) {
    assertThat(new ConfigFixture(dir).problems(yaml)).contains("leasegate.yaml:" + problem);
  }

  @Test
  void allProblemsAreReportedInTheOrderOfTheFile() {
    List<String> problems =
        new ConfigFixture(dir)
            .problems(
                """
                server:
                  agent:
                    port: many
                  colour: red
                store:
                  kind: disk
                upstreams:
                  - name: A
                    transport: { kind: stdio }
                  - name: b
                    transport: { kind: carrier-pigeon }
                notices: { structured: 1 }
                """);

    assertThat(problems)
        .extracting(line -> line.substring(0, line.indexOf(": ")))
        .containsExactly(
            "leasegate.yaml:3:5 server.agent.port",
            "leasegate.yaml:4:3 server.colour",
            "leasegate.yaml:6:3 store.kind",
            "leasegate.yaml:9:5 upstreams[0].transport.command",
            "leasegate.yaml:11:18 upstreams[1].transport.kind",
            "leasegate.yaml:12:12 notices.structured");
  }

  @Test
  void aRuleOverSeveralUpstreamsPointsAtTheOneThatBreaksIt() {
    ConfigFixture files = new ConfigFixture(dir);

    assertThat(
            files.problems(
                """
                upstreams:
                  - { name: a, transport: { kind: builtin } }
                  - { name: a, transport: { kind: builtin } }
                """))
        .containsExactly(
            "leasegate.yaml:3:7 upstreams[1].name: \"a\" is the name of another upstream; names are"
                + " unique");
    assertThat(
            files.problems(
                """
                upstreams:
                  - { name: a, transport: { kind: builtin }, prefix: false }
                  - { name: b, transport: { kind: builtin }, prefix: false }
                """))
        .containsExactly(
            "leasegate.yaml:3:46 upstreams[1].prefix: false is allowed for one upstream at most");
    assertThat(
            files.problems(
                """
                upstreams:
                  - name: a
                    transport: { kind: builtin }
                    tools: { x: { alias: z }, y: { alias: z } }
                """))
        .singleElement()
        .asString()
        .contains("upstreams[0].tools.", ".alias: \"z\" is the alias of another tool");
  }

  @Test
  void jwtNeedsAPublicUrlAndOneSourceOfKeys() {
    ConfigFixture files = new ConfigFixture(dir);
    String jwt = "server: { auth: { mode: jwt, issuer: i, audience: a";

    assertThat(files.problems(jwt + ", jwks_file: f } }"))
        .containsExactly(
            "leasegate.yaml:1:1 server.agent.public_url: is required with server.auth.mode: jwt; it"
                + " names this resource in the metadata");
    assertThat(files.problems(jwt + " } }"))
        .containsExactly(
            "leasegate.yaml:1:11 server.auth: exactly one of jwks_file and jwks_url is needed");
    assertThat(files.problems(jwt + ", jwks_file: f, jwks_url: \"https://h/k\" } }"))
        .containsExactly(
            "leasegate.yaml:1:68 server.auth.jwks_url: exactly one of jwks_file and jwks_url is"
                + " needed");
  }

  @Test
  void aLeaseClassOfAnotherNameNeedsAllKeys() {
    assertThat(
            new ConfigFixture(dir).problems("leases: { classes: { mine: { initial_ttl: 1m } } }"))
        .hasSize(6)
        .allMatch(
            line -> line.matches("leasegate.yaml:1:22 leases.classes.mine.[a-z_]+: is required.*"));
  }

  @Test
  void aHeaderThatTheGatewaySetsIsRefused() {
    assertThat(
            new ConfigFixture(dir)
                .problems(
                    "upstreams: [ { name: a, transport: { kind: http, url: \"http://h\" }, auth: {"
                        + " type: header, name: Mcp-Session-Id, value: v } } ]"))
        .containsExactly(
            "leasegate.yaml:1:91 upstreams[0].auth.name: \"Mcp-Session-Id\" is set by the gateway"
                + " itself");
  }

  @Test
  void aSecretIsNeverShown() {
    String upstream =
        "upstreams: [ { name: a, transport: { kind: http, url: \"http://h\" }, auth: { type:"
            + " bearer, token: %s } } ]";

    assertThat(new ConfigFixture(dir).problems(upstream.formatted("481516")))
        .containsExactly(
            "leasegate.yaml:1:91 upstreams[0].auth.token: expected a secret text, usually"
                + " ${env:NAME} or ${file:path}");
    assertThat(new ConfigFixture(dir).problems(upstream.formatted("\"a\\nb481516\"")))
        .containsExactly(
            "leasegate.yaml:1:91 upstreams[0].auth.token: has a line break or another control"
                + " character");
  }
}
