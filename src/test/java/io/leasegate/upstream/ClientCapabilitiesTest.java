package io.leasegate.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What of a client's capabilities an upstream is told. */
class ClientCapabilitiesTest {

  private static ClientCapabilities read(String declared) {
    return ClientCapabilities.read(declared.replace('\'', '"'));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'roots':{'listChanged':true}} | {'roots':{}}",
        "{'elicitation':{}} | {'elicitation':{}}",
        "{'elicitation':{'url':{},'form':{'a':1}}} | {'elicitation':{'form':{},'url':{}}}",
        "{'sampling':{'tools':{},'x':{}}} | {'sampling':{'tools':{}}}",
        "{'sampling':{'context':true}} | {'sampling':{}}",
        "{ 'elicitation' : {}, 'x':1, 'roots':{} } | {'roots':{},'elicitation':{}}",
      })
  void whatIsRelayedIsKept(String declared, String kept) {
    assertThat(read(declared).json()).isEqualTo(kept.replace('\'', '"'));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{ }",
        "[]",
        "null",
        "",
        "{'roots'",
        "{'roots':null}",
        "{'roots':[]}",
        "{'sampling':true}",
        "{'experimental':{'roots':{}}}"
      })
  void whatDeclaresNothingIsNone(String declared) {
    assertThat(read(declared)).isEqualTo(ClientCapabilities.NONE);
  }

  @Test
  void aCapabilityServesItsMethodAlone() {
    // When
    ClientCapabilities sampling = read("{'sampling':{}}");
    // Then
    assertThat(sampling.serve("sampling/createMessage")).isTrue();
    assertThat(sampling.serve("elicitation/create") || sampling.serve("roots/list")).isFalse();
    assertThat(sampling.serve("sampling") || sampling.serve("ping")).isFalse();
  }

  @Test
  void whatIsReadAgainIsTheSame() {
    assertThat(ClientCapabilities.read(ClientCapabilities.ALL.json()))
        .isEqualTo(ClientCapabilities.ALL);
  }
}
