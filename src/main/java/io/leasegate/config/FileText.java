package io.leasegate.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** The content of a file as text, or why there is none. */
sealed interface FileText {

  /** Enough for a policy of a hundred thousand rules; protects from a wrong path. */
  int MAX_BYTES = 16 << 20;

  record Text(String text) implements FileText {}

  record Missing() implements FileText {}

  /** There is a file, but no text in it that could be used. */
  record Unreadable(Mark mark, String reason) implements FileText {}

  /** Reads a file, at most {@link #MAX_BYTES} of strict UTF-8; a byte order mark is dropped. */
  static FileText read(Path file) {
    try {
      if (Files.isDirectory(file)) {
        return new Unreadable(Mark.NONE, "is a directory; a file is needed");
      }
      byte[] bytes = bytes(file);
      if (bytes.length > MAX_BYTES) {
        return new Unreadable(Mark.NONE, "is larger than " + MAX_BYTES + " bytes");
      }
      return decode(bytes);
    } catch (NoSuchFileException e) {
      return new Missing();
    } catch (AccessDeniedException e) {
      return new Unreadable(Mark.NONE, "may not be read by this user");
    } catch (IOException e) {
      return new Unreadable(Mark.NONE, "cannot be read: " + e.getMessage());
    }
  }

  /** The first bytes of a file; one more than the limit when it is too large. */
  static byte[] bytes(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return in.readNBytes(MAX_BYTES + 1);
    }
  }

  /** Strict UTF-8 to text. */
  static FileText decode(byte[] bytes) {
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    CoderResult result = decoder.decode(in, out, true);
    String text = out.flip().toString();
    if (result.isError()) {
      return new Unreadable(end(text), "is not UTF-8");
    }
    return new Text(text.startsWith("\uFEFF") ? text.substring(1) : text);
  }

  private static Mark end(String text) {
    int line = 1 + (int) text.chars().filter(c -> c == '\n').count();
    return new Mark(line, text.length() - text.lastIndexOf('\n'));
  }
}
