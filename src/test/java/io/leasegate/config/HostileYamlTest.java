package io.leasegate.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are broken, or made to break the reader. */
class HostileYamlTest {

  @TempDir Path dir;
  ConfigFixture files;

  @BeforeEach
  void fixture() {
    files = new ConfigFixture(dir);
  }

  private String only(String yaml) {
    assertThat(files.problems(yaml)).hasSize(1);
    return files.problems(yaml).get(0);
  }

  @Test
  void anAliasBombIsRefusedAtItsFirstAnchor() {
    assertThat(only("a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n"))
        .isEqualTo(
            "leasegate.yaml:1:4 a: anchors (&) and aliases (*) are not accepted; quote a text with"
                + " them");
  }

  @Test
  void anAliasAlsoAsAKeyIsRefused() {
    assertThat(only("server: *x\n")).contains("leasegate.yaml:1:9 server: anchors");
    assertThat(only("{ *x : 1 }\n")).contains("a key is not a plain text");
  }

  @Test
  void aTagIsRefused() {
    assertThat(only("server: !!javax.script.ScriptEngineManager []\n"))
        .isEqualTo(
            "leasegate.yaml:1:9 server: tags (!) are not accepted; quote a text that starts with"
                + " one");
  }

  @Test
  void deepNestingIsRefused() {
    assertThat(only("[".repeat(100_000))).contains("nested deeper than 40 levels");
    assertThat(only("{a: ".repeat(100_000))).contains("nested deeper than 40 levels");
  }

  @Test
  void aHugeFileIsRefused() {
    assertThat(only("#" + "x".repeat(FileText.MAX_BYTES)))
        .isEqualTo("leasegate.yaml: is larger than 16777216 bytes");
  }

  @Test
  void everyDuplicateKeyIsReported() {
    assertThat(files.problems("store:\n  kind: memory\n  kind: file\nstore: {}\n"))
        .containsExactly(
            "leasegate.yaml:3:3 store.kind: the same key again; it was set in line 2",
            "leasegate.yaml:4:1 store: the same key again; it was set in line 1");
  }

  @Test
  void aTabIsRefusedAtItsPlace() {
    assertThat(only("server:\n\tagent: {}\n"))
        .startsWith("leasegate.yaml:2:1: not YAML: found character '\\t(TAB)'");
  }

  @Test
  void bytesThatAreNotUtf8AreRefusedAtTheirPlace() throws IOException {
    Path file = dir.resolve("leasegate.yaml");
    Files.write(file, "store: {}\n# caf\u00e9\n".getBytes(StandardCharsets.ISO_8859_1));

    assertThat(files.lines(ConfigFixture.invalid(ConfigLoader.load(file, Map.of())).problems()))
        .containsExactly("leasegate.yaml:2:6: is not UTF-8");
  }

  @Test
  void aByteOrderMarkIsIgnored() {
    assertThat(files.loaded("\uFEFF{}")).isEqualTo(files.loaded("{}"));
  }

  @Test
  void controlCharactersAreRefused() {
    assertThat(only("store: { kind: \"\u0007\" }"))
        .contains("not YAML: special characters are not allowed");
  }

  @Test
  void brokenSyntaxIsReportedWithoutQuotingTheFile() {
    assertThat(only("token: hidden\nserver: { agent: { port: 1 \n"))
        .startsWith("leasegate.yaml:3:1: not YAML: ")
        .doesNotContain("hidden");
  }

  @Test
  void aMappingAsAKeyIsRefused() {
    assertThat(only("? [a]\n: b\n")).contains("not YAML: a key is not a plain text");
  }

  @Test
  void aSecondDocumentIsRefused() {
    assertThat(only("{}\n---\n{}\n")).contains("leasegate.yaml:3:1: a second document");
  }

  @Test
  void anEmptyFileIsRefused() {
    assertThat(only("")).isEqualTo("leasegate.yaml:1:1: the file is empty");
    assertThat(only("# nothing\n")).isEqualTo("leasegate.yaml:1:1: the file is empty");
    assertThat(only("---\n")).contains("expected a mapping");
  }

  @Test
  void aDirectoryIsRefused() {
    assertThat(files.lines(ConfigFixture.invalid(ConfigLoader.load(dir, Map.of())).problems()))
        .containsExactly(dir + ": is a directory; a file is needed");
  }

  @Test
  void aMergeKeyIsAnUnknownKey() {
    assertThat(only("server: { <<: {} }")).contains("unknown key");
  }

  @Test
  void anOddKeyIsQuotedInItsPath() {
    assertThat(only("server: { \"a.b\": 1 }"))
        .startsWith("leasegate.yaml:1:11 server[\"a.b\"]: unknown key");
  }
}
