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

  /** The first line: whose entries follow, and what they follow. */
  private record Header(String workspace, AuditPoint from) {}

  /** The last line: what the entries end with, and how many they are. */
  private record Trailer(AuditPoint head, long entries) {}

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
      Header header = header(file, lines.readLine());
      verification.begin(header.workspace(), header.from());
      String line = lines.readLine();
      while (line != null) {
        Trailer trailer = trailer(line);
        if (trailer != null) {
          verification.end(trailer.head());
          if (verification.entries() != trailer.entries()) {
            verification.fail(
                "the last line tells of "
                    + trailer.entries()
                    + " entries, and there are "
                    + verification.entries());
          }
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

  private static Header header(Path file, @Nullable String line) {
    try {
      if (line != null) {
        JsonObject object = new JsonObject(line);
        String workspace = object.getString("workspace");
        if (object.getInteger(FORM, 0) == VERSION && workspace != null) {
          return new Header(workspace, AuditPages.point(object.getJsonObject("from")));
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

  /** The last line, if this is it. */
  private static @Nullable Trailer trailer(String line) {
    if (!line.startsWith("{\"head\":")) {
      return null;
    }
    try {
      JsonObject object = new JsonObject(line);
      return new Trailer(
          AuditPages.point(object.getJsonObject("head")), object.getLong("entries", -1L));
    } catch (DecodeException | ClassCastException | NullPointerException e) {
      return null;
    }
  }
}
