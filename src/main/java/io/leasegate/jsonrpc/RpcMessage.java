package io.leasegate.jsonrpc;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * One JSON-RPC 2.0 message as it came: its bytes, and where the parts lie that the gateway reads.
 *
 * <p>Immutable once scanned; the bytes are never copied into text as a whole. Offsets are into
 * {@link #bytes()}, ends exclusive.
 */
public final class RpcMessage {

  /** What a message is by its members. */
  public enum Kind {
    REQUEST,
    NOTIFICATION,
    /** A response with {@code result}. */
    RESULT,
    /** A response with {@code error}. */
    ERROR
  }

  private final byte[] bytes;
  private final int from;
  int to;
  Kind kind = Kind.NOTIFICATION;
  int idFrom = -1;
  int idTo = -1;
  int paramsFrom = -1;
  int paramsTo = -1;
  @Nullable String method;
  @Nullable Members params;
  @Nullable Members arguments;
  @Nullable Members meta;
  @Nullable Members result;
  int resultFrom = -1;
  int resultTo = -1;
  @Nullable Members error;

  RpcMessage(byte[] bytes, int from) {
    this.bytes = bytes;
    this.from = from;
  }

  public byte[] bytes() {
    return bytes;
  }

  public int from() {
    return from;
  }

  public int to() {
    return to;
  }

  public Kind kind() {
    return kind;
  }

  /** The method of a request or notification, else the empty text. */
  public String method() {
    return method == null ? "" : method;
  }

  public boolean hasId() {
    return idFrom >= 0;
  }

  public int idFrom() {
    return idFrom;
  }

  public int idTo() {
    return idTo;
  }

  /** The id as JSON text, byte for byte: {@code 1} and {@code "1"} differ. */
  public String idText() {
    return text(idFrom, idTo);
  }

  /** Members of {@code params}, or null when there is no such object. */
  public @Nullable Members params() {
    return params;
  }

  public boolean hasParams() {
    return paramsFrom >= 0;
  }

  /** Members of {@code params.arguments}, or null when there is no such object. */
  public @Nullable Members arguments() {
    return arguments;
  }

  /** Members of {@code params._meta} of a request, or of {@code result._meta} of a response. */
  public @Nullable Members meta() {
    return meta;
  }

  /** Members of {@code result}, or null when it is not an object. */
  public @Nullable Members result() {
    return result;
  }

  public int resultFrom() {
    return resultFrom;
  }

  public int resultTo() {
    return resultTo;
  }

  /** Members of {@code error}, or null. */
  public @Nullable Members error() {
    return error;
  }

  /** The bytes between two offsets as text. For short pieces: ids, names, error messages. */
  public String text(int start, int end) {
    return new String(bytes, start, end - start, StandardCharsets.UTF_8);
  }

  /** The decoded value of a string member of an object of this message, or null. */
  public @Nullable String string(@Nullable Members members, String name) {
    int i = members == null ? -1 : members.indexOf(name);
    if (i < 0 || members == null || members.kind(i) != '"') {
      return null;
    }
    return JsonStrings.decode(bytes, members.valueFrom(i), members.valueTo(i));
  }

  /** Whether that member of {@code result} is the literal {@code true}. */
  public boolean isTrue(@Nullable Members members, String name) {
    int i = members == null ? -1 : members.indexOf(name);
    return i >= 0 && members != null && members.kind(i) == 't';
  }
}
