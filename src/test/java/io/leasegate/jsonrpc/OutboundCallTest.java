package io.leasegate.jsonrpc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OutboundCallTest {

  private static String render(String params, byte[]... meta) {
    String json =
        "{\"id\":\"c\",\"jsonrpc\":\"2.0\",\"method\":\"tools/call\",\"params\":" + params + "}";
    RpcMessage m = ((Scan.One) new RpcScanner(64).scan(json.getBytes(UTF_8))).message();
    String out = new OutboundCall(m, "echo", meta).render(42).toString();
    assertThat(out)
        .startsWith("{\"id\":42,\"jsonrpc\":\"2.0\",\"method\":\"tools/call\",\"params\":");
    return out.substring(out.indexOf("\"params\":") + 9, out.length() - 1);
  }

  @Test
  void nameAndTokenAreReplacedAndTheRestIsKept() {
    assertThat(
            render(
                "{ \"arguments\" : {\"n\":1.00,\"s\":\"\\u0041\"},\"name\":\"sim__echo\","
                    + "\"_meta\":{\"progressToken\":\"p\",\"x/y\":[1 ]},\"other\":1E5}"))
        .isEqualTo(
            "{ \"arguments\" : {\"n\":1.00,\"s\":\"\\u0041\"},\"name\":\"echo\","
                + "\"_meta\":{\"progressToken\":42,\"x/y\":[1 ]},\"other\":1E5}");
  }

  @Test
  void whatIsTheGatewaysNeverReachesTheUpstream() {
    assertThat(
            render(
                "{\"name\":\"echo\",\"arguments\":{\"_sg_idempotency_key\":\"k\",\"a\":{\"_sg_idempotency_key\":1}},"
                    + "\"task\":{\"ttl\":1},\"_meta\":{\"io.leasegate/fence\":{},\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                    + "\"io.leasegate/idempotency_key\":\"k\",\"com.example/a\":1}}"))
        .isEqualTo(
            "{\"name\":\"echo\",\"arguments\":{\"a\":{\"_sg_idempotency_key\":1}},"
                + "\"_meta\":{\"com.example/a\":1}}");
  }

  @Test
  void metaIsAddedToWhatIsThereOrMade() {
    byte[] fence = "\"io.leasegate/fence\":{}".getBytes(UTF_8);
    assertThat(render("{\"name\":\"echo\"}", fence))
        .isEqualTo("{\"_meta\":{\"io.leasegate/fence\":{}},\"name\":\"echo\"}");
    assertThat(render("{\"name\":\"echo\",\"_meta\":{\"a\":1}}", fence))
        .isEqualTo("{\"name\":\"echo\",\"_meta\":{\"io.leasegate/fence\":{},\"a\":1}}");
    assertThat(render("{\"_meta\":{\"io.leasegate/fence\":5},\"name\":\"echo\"}", fence))
        .isEqualTo("{\"_meta\":{\"io.leasegate/fence\":{}},\"name\":\"echo\"}");
  }
}
