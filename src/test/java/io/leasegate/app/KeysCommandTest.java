package io.leasegate.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.config.KeyEntry;
import io.leasegate.config.KeysLoader;
import io.leasegate.config.KeysResult;
import io.leasegate.core.call.Credential;
import io.leasegate.core.call.Identity;
import io.leasegate.core.policy.Permission;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeysCommandTest {

  @TempDir Path dir;

  private List<KeyEntry> read(String entries) throws IOException {
    KeysResult result = KeysLoader.load(Files.writeString(dir.resolve("keys.yaml"), entries));
    assertThat(result).isInstanceOf(KeysResult.Loaded.class);
    return ((KeysResult.Loaded) result).keys().keys();
  }

  private CommandRun check(String keys) throws IOException {
    Files.writeString(dir.resolve("policy.yaml"), "version: 1\nagents: {}\n");
    if (!keys.isEmpty()) {
      Files.writeString(dir.resolve("keys.yaml"), keys);
    }
    Path config =
        Files.writeString(
            dir.resolve("leasegate.yaml"),
            """
            server:
              agent: { host: 0.0.0.0, port: 0 }
              admin: { port: 0 }
              auth: { mode: api-key, keys_file: keys.yaml }
            """);
    return CommandRun.of("check-config", "--config", config.toString());
  }

  @Test
  void whatIsPrintedIsAnEntryForTheKeyThatIsShown() throws IOException {
    // When
    CommandRun run =
        CommandRun.of(
            "keys",
            "new",
            "--id=1234",
            "--workspace=team",
            "--agent=kim",
            "--role=author",
            "--role=reviewer",
            "--permission=lease:read");
    // Then
    String key =
        run.out().lines().filter(line -> line.startsWith("  lg_")).findFirst().orElse("").strip();
    List<KeyEntry> entries = read("keys:\n" + run.out().substring(run.out().indexOf("  - ")));
    assertThat(run.status()).isZero();
    assertThat(entries)
        .containsExactly(
            new KeyEntry(
                ApiKeys.hash(key),
                new Credential(
                    "1234",
                    new Identity("team", "kim"),
                    List.of("author", "reviewer"),
                    Set.of(Permission.LEASE_READ))));
  }

  @Test
  void withoutOptionsItIsAKeyOfTheDefaultAgentUnderANameOfItsOwn() throws IOException {
    // When
    JsonObject first = new JsonObject(CommandRun.of("keys", "new", "--json").out());
    JsonObject second = new JsonObject(CommandRun.of("keys", "new", "--json").out());
    // Then
    List<KeyEntry> entries =
        read(
            "{\"keys\":["
                + first.getJsonObject("entry").encode()
                + ","
                + second.getJsonObject("entry").encode()
                + "]}");
    assertThat(entries)
        .extracting(entry -> entry.credential().identity())
        .containsOnly(new Identity("default", "default"));
    assertThat(entries.get(0).sha256()).isEqualTo(ApiKeys.hash(first.getString("key")));
    assertThat(first.getString("key")).hasSize(35).isNotEqualTo(second.getString("key"));
  }

  @ParameterizedTest
  @CsvSource({"--agent=no name", "--workspace=", "--id=a/b", "--role=ü", "--permission=lease:all"})
  void whatCouldNotBeReadIsRefused(String option) {
    // When
    CommandRun run = CommandRun.of("keys", "new", option);
    // Then
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains(option.substring(0, option.indexOf('=')));
  }

  @Test
  void withKeysAnyAddressMayBeListenedOn() throws IOException {
    assertThat(check("keys: []\n").status()).isZero();
  }

  @Test
  void withoutTheFileTheConfigurationIsNotGood() throws IOException {
    // When
    CommandRun run = check("");
    // Then
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err()).contains("keys.yaml: the file does not exist");
  }

  @Test
  void aMistakeInTheFileIsNamedWithItsPlace() throws IOException {
    // When
    CommandRun run = check("keys:\n  - { id: a, colour: red }\n");
    // Then
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err()).contains("keys.yaml:2:").contains("keys[0].colour: unknown key");
  }
}
