package io.leasegate.admin;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.Set;

/** The secret that opens {@code /admin}: read from its file, which is made when it is not there. */
public final class AdminToken {

  private final byte[] secret;

  private AdminToken(byte[] secret) {
    this.secret = secret;
  }

  /**
   * Reads the token, or makes one that only the owner can read (0600).
   *
   * @param fresh what a new file shall hold
   * @throws IOException when the file can neither be read nor made, or holds nothing
   */
  public static AdminToken readOrMake(Path file, String fresh) throws IOException {
    if (!Files.exists(file)) {
      make(file, fresh);
    }
    String text = Files.readString(file, UTF_8).strip();
    if (text.isEmpty()) {
      throw new IOException(file + " is empty: put a token into it, or remove it to get one");
    }
    return new AdminToken(text.getBytes(UTF_8));
  }

  private static void make(Path file, String fresh) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    try {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(file, fresh + "\n", UTF_8, StandardOpenOption.WRITE);
    } catch (FileAlreadyExistsException e) {
      // another process was faster: its token is the token
      return;
    } catch (UnsupportedOperationException e) {
      Files.write(file, Set.of(fresh), UTF_8);
    }
  }

  /** Whether an {@code Authorization} header carries this token; takes the same time either way. */
  boolean opens(String authorization) {
    String prefix = "Bearer ";
    return authorization.regionMatches(true, 0, prefix, 0, prefix.length())
        && MessageDigest.isEqual(
            secret, authorization.substring(prefix.length()).strip().getBytes(UTF_8));
  }
}
