package io.leasegate.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The file with the admin token. */
final class AdminTokenTest {

  @TempDir private Path directory;

  private Path file() {
    return directory.resolve("deep/admin-token");
  }

  @Test
  void aMissingFileIsMadeForItsOwnerAlone() throws IOException {
    // When
    AdminToken.readOrMake(file(), "fresh");
    // Then
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
  }

  @Test
  void aFreshTokenOpens() throws IOException {
    // When
    AdminToken token = AdminToken.readOrMake(file(), "fresh");
    // Then
    assertThat(token.opens("Bearer fresh")).isTrue();
  }

  @Test
  void anExistingFileIsOnlyRead() throws IOException {
    // Given
    Files.createDirectories(file().getParent());
    Files.writeString(file(), "mine\n");
    // When
    AdminToken token = AdminToken.readOrMake(file(), "fresh");
    // Then
    assertThat(token.opens("Bearer mine") + Files.readString(file())).isEqualTo("truemine\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "  \n\t"})
  void anEmptyFileIsRefused(String content) throws IOException {
    // Given
    Files.createDirectories(file().getParent());
    Files.writeString(file(), content);
    // Then
    assertThatThrownBy(() -> AdminToken.readOrMake(file(), "fresh"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is empty");
  }

  @Test
  void aFileThatIsNoTextIsRefused() throws IOException {
    // Given
    Files.createDirectories(file().getParent());
    Files.write(file(), new byte[] {(byte) 0xFF, (byte) 0xFE});
    // Then
    assertThatThrownBy(() -> AdminToken.readOrMake(file(), "fresh"))
        .isInstanceOf(IOException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "fresh", "Bearer", "Bearer ", "Bearer Fresh", "Bearer fresh2", "Basic fresh"})
  void anythingElseDoesNotOpen(String authorization) throws IOException {
    // When
    AdminToken token = AdminToken.readOrMake(file(), "fresh");
    // Then
    assertThat(token.opens(authorization)).isFalse();
  }
}
