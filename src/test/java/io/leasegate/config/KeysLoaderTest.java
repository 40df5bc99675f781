package io.leasegate.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.core.call.Credential;
import io.leasegate.core.call.Identity;
import io.leasegate.core.policy.Permission;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeysLoaderTest {

  private static final String ONE = "1".repeat(63) + "a";
  private static final String TWO = "2".repeat(63) + "b";

  @TempDir Path dir;

  private KeysFile loaded(String yaml) {
    KeysResult result = KeysLoader.load(new ConfigFixture(dir).write("keys.yaml", yaml));
    assertThat(result).isInstanceOf(KeysResult.Loaded.class);
    return ((KeysResult.Loaded) result).keys();
  }

  private List<String> problems(String yaml) {
    ConfigFixture files = new ConfigFixture(dir);
    KeysResult result = KeysLoader.load(files.write("keys.yaml", yaml));
    assertThat(result).isInstanceOf(KeysResult.Invalid.class);
    return files.lines(((KeysResult.Invalid) result).problems());
  }

  private static String entry(String id, String sha256, String more) {
    return "  - { id: "
        + id
        + ", sha256: \""
        + sha256
        + "\", workspace: team, agent: kim"
        + more
        + " }\n";
  }

  @Test
  void everyKeyIsRead() {
    // When
    KeysFile file =
        loaded(
            "keys:\n"
                + entry("k1", ONE, ", roles: [author, reviewer], permissions: [\"lease:read\"]")
                + entry("k2", TWO, ""));
    // Then
    Identity kim = new Identity("team", "kim");
    assertThat(file.keys())
        .containsExactly(
            new KeyEntry(
                ONE,
                new Credential(
                    "k1", kim, List.of("author", "reviewer"), Set.of(Permission.LEASE_READ))),
            new KeyEntry(TWO, new Credential("k2", kim, List.of(), Set.of())));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "keys: []", "keys: null"})
  void aFileMayHaveNoKeys(String yaml) {
    assertThat(loaded(yaml).keys()).isEmpty();
  }

  @Test
  void aFileInJsonIsReadToo() {
    // When
    KeysFile file =
        loaded(
            "{\"keys\":[{\"id\":\"k\",\"sha256\":\""
                + ONE
                + "\",\"workspace\":\"team\",\"agent\":\"kim\",\"roles\":[],\"permissions\":[]}]}");
    // Then
    assertThat(file.keys()).hasSize(1);
  }

  @Test
  void aMissingFileIsAProblemThatSaysHowToGetOne() {
    // When
    KeysResult result = KeysLoader.load(dir.resolve("none.yaml"));
    // Then
    assertThat(((KeysResult.Invalid) result).problems().get(0).toString())
        .contains("none.yaml: the file does not exist")
        .contains("leasegate keys new");
  }

  @Test
  void everyProblemIsNamedWithItsPlace() {
    assertThat(
            problems(
                """
                keys:
                  - id: k1
                    workspace: team
                    agent: "no name"
                    colour: red
                """))
        .satisfiesExactlyInAnyOrder(
            line -> assertThat(line).startsWith("keys.yaml:2:5 keys[0].sha256: is required"),
            line -> assertThat(line).startsWith("keys.yaml:4:5 keys[0].agent: expected a name"),
            line -> assertThat(line).startsWith("keys.yaml:5:5 keys[0].colour: unknown key"));
  }

  @ParameterizedTest
  @CsvSource({
    "'roles: [\"a b\"]',roles[0]",
    "'permissions: [\"lease:all\"]',permissions[0]",
    "'roles: author',roles",
    "'permissions: {}',permissions"
  })
  void aWrongValueIsNamedByItsKey(String more, String key) {
    assertThat(problems("keys:\n" + entry("k1", ONE, ", " + more)))
        .singleElement()
        .asString()
        .startsWith("keys.yaml:2:")
        .contains("keys[0]." + key + ": expected ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "lg_this-is-the-key-itself",
        "",
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "1111111111111111111111111111111111111111111111111111111111111111f",
        "111111111111111111111111111111111111111111111111111111111111111"
      })
  void whatIsNoHashIsRefusedAndNotShown(String text) {
    // When
    List<String> problems = problems("keys:\n" + entry("k1", text, ""));
    // Then
    assertThat(problems)
        .singleElement()
        .asString()
        .contains("keys[0].sha256: expected the SHA-256");
    assertThat(text.isEmpty() || !problems.get(0).contains(text)).isTrue();
  }

  @Test
  void anIdTwiceIsRefusedAtTheSecond() {
    assertThat(problems("keys:\n" + entry("k1", ONE, "") + entry("k1", TWO, "")))
        .singleElement()
        .asString()
        .startsWith("keys.yaml:3:")
        .contains("keys[1].id: \"k1\" is the id of another key");
  }

  @Test
  void aHashTwiceIsRefusedAndNotShown() {
    assertThat(problems("keys:\n" + entry("k1", ONE, "") + entry("k2", ONE, "")))
        .singleElement()
        .asString()
        .contains("keys[1].sha256: is the hash of another key")
        .doesNotContain(ONE);
  }

  @Test
  void placeholdersAreNotFilledIn() {
    assertThat(problems("keys:\n" + entry("\"${env:HOME}\"", ONE, "")))
        .singleElement()
        .asString()
        .contains("keys[0].id: expected a name");
  }
}
