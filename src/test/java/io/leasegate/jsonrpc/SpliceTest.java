package io.leasegate.jsonrpc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Objects;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SpliceTest {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  @Test
  void everyOtherByteIsKept() {
    byte[] text = "{\"id\": 1 ,\t\"x\":1.0e+2}".getBytes(UTF_8);
    Splice splice = new Splice(text, 0, text.length).replace(7, 8, "\"a\"".getBytes(UTF_8));
    assertThat(splice.toString()).isEqualTo("{\"id\": \"a\" ,\t\"x\":1.0e+2}");
    assertThat(splice.toBuffer().toString()).isEqualTo(splice.toString());
  }

  @Test
  void editsComeInAnyOrderAndDoNotOverlap() {
    byte[] text = "abcdef".getBytes(UTF_8);
    Splice splice =
        new Splice(text, 1, 6).cut(4, 5).insert(2, new byte[] {'1'}).insert(2, new byte[] {'2'});
    assertThat(splice.toString()).isEqualTo("b12cdf");
    assertThatThrownBy(() -> splice.replace(0, 1, new byte[0]))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> splice.cut(3, 5)).isInstanceOf(IllegalArgumentException.class);
  }

  /** Whatever members go and come, the result is what a tree would give. */
  @Property
  void membersGoAndComeLikeInATree(
      @ForAll @IntRange(min = 0, max = 5) int count,
      @ForAll @IntRange(min = 0, max = 63) int dropped,
      @ForAll @IntRange(min = 0, max = 2) int added,
      @ForAll boolean tight)
      throws JsonProcessingException {
    StringBuilder meta = new StringBuilder(tight ? "{" : "{ ");
    Set<String> drop = new java.util.HashSet<>();
    ObjectNode expected = MAPPER.createObjectNode();
    for (int i = 0; i < count; i++) {
      meta.append(i == 0 ? "" : tight ? "," : " ,\n")
          .append("\"m")
          .append(i)
          .append("\" : [")
          .append(i)
          .append("]");
      if ((dropped >> i & 1) == 1) {
        drop.add("m" + i);
      } else {
        expected.putArray("m" + i).add(i);
      }
    }
    byte[][] come = new byte[added][];
    for (int i = 0; i < added; i++) {
      come[i] = ("\"new" + i + "\":" + i).getBytes(UTF_8);
      expected.put("new" + i, i);
    }
    String json =
        "{\"jsonrpc\":\"2.0\",\"method\":\"x\",\"params\":{\"_meta\":"
            + meta
            + (tight ? "}}}" : " }}}");
    RpcMessage m = ((Scan.One) new RpcScanner(8).scan(json.getBytes(UTF_8))).message();
    String spliced =
        new Splice(m).members(Objects.requireNonNull(m.meta()), drop::contains, come).toString();
    assertThat(MAPPER.readTree(spliced).at("/params/_meta")).isEqualTo(expected);
  }
}
