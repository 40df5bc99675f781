package io.leasegate.app.operator;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.leasegate.audit.AuditPoint;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * An export: JSON lines. The first says where the entries begin, the last where they end, so that a
 * file that was cut is told from a whole one.
 */
final class AuditFile {

  private static final String FORM = "leasegate_audit";
  private static final int VERSION = 1;

  private AuditFile() {}

  static String header(String workspace, AuditPoint from) {
    return new JsonObject()
        .put(FORM, VERSION)
        .put("workspace", workspace)
        .put("from", AuditPages.json(from))
        .encode();
  }

  static String trailer(AuditPoint head, long entries) {
    return new JsonObject().put("head", AuditPages.json(head)).put("entries", entries).encode();
  }

  static void verify(Path file, AuditVerification verification) {
    try (BufferedReader lines = Files.newBufferedReader(file, UTF_8)) {
      verification.begin(from(file, lines.readLine()));
      String line = lines.readLine();
      while (line != null) {
        AuditPoint head = head(line);
        if (head != null) {
          verification.end(head);
          if (lines.readLine() != null) {
            verification.fail("something stands behind the last line of the export");
          }
          return;
        }
        verification.accept(line);
        line = lines.readLine();
      }
      verification.fail("the end is missing: the last line of the export, with its head");
    } catch (CharacterCodingException e) {
      verification.fail("what stands here is no UTF-8");
    } catch (IOException e) {
      throw OperatorFailure.refused("--file " + file + " cannot be read: " + e.getMessage());
    }
  }

  private static AuditPoint from(Path file, @Nullable String header) {
    try {
      if (header != null) {
        JsonObject object = new JsonObject(header);
        if (object.getInteger(FORM, 0) == VERSION) {
          return AuditPages.point(object.getJsonObject("from"));
        }
      }
    } catch (DecodeException | ClassCastException | NullPointerException e) {
      throw noExport(file);
    }
    throw noExport(file);
  }

  private static OperatorFailure noExport(Path file) {
    return OperatorFailure.refused(
        file + " is no export: its first line is not the one that leasegate audit export writes");
  }

  /** The head, if this is the last line. */
  private static @Nullable AuditPoint head(String line) {
    if (!line.startsWith("{\"head\":")) {
      return null;
    }
    try {
      return AuditPages.point(new JsonObject(line).getJsonObject("head"));
    } catch (DecodeException | ClassCastException | NullPointerException e) {
      return null;
    }
  }
}
