package io.leasegate.pipeline;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.leasegate.config.OnError;
import io.leasegate.core.capability.CapabilityGlob;
import io.leasegate.core.capability.NameGlob;
import io.leasegate.core.policy.CapabilityMapper;
import io.leasegate.core.policy.CapabilityMapping;
import io.leasegate.core.policy.CapabilityTemplate;
import io.leasegate.jsonrpc.RpcMessage;
import io.leasegate.jsonrpc.RpcScanner;
import io.leasegate.jsonrpc.Scan;
import io.leasegate.upstream.Upstream;
import io.leasegate.upstream.UpstreamAnswer;
import io.leasegate.upstream.catalogue.ToolRoute;
import java.util.List;
import java.util.Optional;

/** Messages and routes of tests. */
public final class Messages {

  private static final RpcScanner SCANNER = new RpcScanner(64);

  private Messages() {}

  public static RpcMessage message(String json) {
    Scan scan = SCANNER.scan(json.getBytes(UTF_8));
    if (!(scan instanceof Scan.One one)) {
      throw new AssertionError("no message: " + scan);
    }
    return one.message();
  }

  /** A {@code tools/call}. */
  public static RpcMessage call(String tool, String arguments) {
    return message(
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\""
            + tool
            + "\",\"arguments\":"
            + arguments
            + "}}");
  }

  public static UpstreamAnswer result(String json) {
    return new UpstreamAnswer.Response(
        message("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":" + json + "}"));
  }

  public static UpstreamAnswer error(int code) {
    return new UpstreamAnswer.Response(
        message(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":" + code + ",\"message\":\"m\"}}"));
  }

  /**
   * A route to a tool.
   *
   * @param template what its calls need; empty: {@code <upstream>:call:<tool>}
   */
  public static ToolRoute route(Upstream upstream, String tool, boolean write, String template) {
    CapabilityMapper mapper =
        new CapabilityMapper(
            upstream.name(),
            template.isEmpty()
                ? List.of()
                : List.of(
                    new CapabilityMapping(
                        NameGlob.parse(tool).orThrow(),
                        CapabilityTemplate.parse(template).orThrow())));
    Optional<CapabilityGlob> pattern = mapper.patternOf(tool).toOptional();
    return new ToolRoute(
        upstream,
        tool,
        upstream.name() + "__" + tool,
        write,
        false,
        OnError.REPLAY,
        1_000_000_000L,
        2_000_000_000L,
        pattern.map(CapabilityGlob::text).orElse(""),
        mapper,
        pattern,
        pattern.flatMap(CapabilityGlob::onlyMatch),
        true,
        "{}",
        "{}");
  }
}
