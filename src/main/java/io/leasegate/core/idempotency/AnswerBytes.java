package io.leasegate.core.idempotency;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The JSON of a kept answer in UTF-8; equal when the bytes are. */
public final class AnswerBytes {

  private final byte[] json;

  private AnswerBytes(byte[] json) {
    this.json = json;
  }

  /** Over these very bytes: an answer may have megabytes. Whoever gives them leaves them alone. */
  public static AnswerBytes over(byte[] json) {
    return new AnswerBytes(json);
  }

  /** The bytes themselves; not to be changed. */
  public byte[] json() {
    return json;
  }

  /** In bytes. */
  public int length() {
    return json.length;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof AnswerBytes that && Arrays.equals(json, that.json);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(json);
  }

  @Override
  public String toString() {
    return new String(json, StandardCharsets.UTF_8);
  }
}
