package io.leasegate.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A connection to Redis by which tests look at the server: one command after the other. */
public final class RedisCommands implements AutoCloseable {

  private static final int PATIENCE_MS = 60_000;

  private final Socket socket;
  private final InputStream in;

  RedisCommands(int port) {
    try {
      socket = new Socket(InetAddress.getLoopbackAddress(), port);
      socket.setSoTimeout(PATIENCE_MS);
      in = new BufferedInputStream(socket.getInputStream());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A text, a Long, a list of such, or null; an error is thrown. */
  public @Nullable Object send(String... command) {
    try {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      out.writeBytes(("*" + command.length + "\r\n").getBytes(UTF_8));
      for (String part : command) {
        byte[] bytes = part.getBytes(UTF_8);
        out.writeBytes(("$" + bytes.length + "\r\n").getBytes(UTF_8));
        out.writeBytes(bytes);
        out.writeBytes("\r\n".getBytes(UTF_8));
      }
      socket.getOutputStream().write(out.toByteArray());
      return read();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A number. */
  public long number(String... command) {
    if (send(command) instanceof Long number) {
      return number;
    }
    throw new IllegalStateException("no number: " + String.join(" ", command));
  }

  /** The texts of an array. */
  public List<String> texts(String... command) {
    List<String> texts = new ArrayList<>();
    if (send(command) instanceof List<?> parts) {
      parts.forEach(part -> texts.add(String.valueOf(part)));
    }
    return texts;
  }

  private @Nullable Object read() throws IOException {
    String line = line();
    String rest = line.substring(1);
    return switch (line.charAt(0)) {
      case '+' -> rest;
      case ':' -> Long.valueOf(rest);
      case '$' -> bulk(Integer.parseInt(rest));
      case '*' -> array(Integer.parseInt(rest));
      default -> throw new IllegalStateException(line);
    };
  }

  private @Nullable String bulk(int length) throws IOException {
    if (length < 0) {
      return null;
    }
    byte[] bytes = in.readNBytes(length);
    line();
    return new String(bytes, UTF_8);
  }

  private List<@Nullable Object> array(int length) throws IOException {
    List<@Nullable Object> parts = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      parts.add(read());
    }
    return parts;
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int next = in.read();
    while (next != '\r') {
      if (next < 0) {
        throw new IOException("the server closed the connection");
      }
      line.write(next);
      next = in.read();
    }
    in.read();
    return line.toString(UTF_8);
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
