package io.leasegate.core.idempotency;

import java.util.Arrays;
import java.util.HexFormat;

/** What a call says, as 32 bytes of SHA-256: two calls with one fingerprint are one call. */
public final class Fingerprint {

  /** Length in bytes. */
  public static final int LENGTH = 32;

  private final byte[] bytes;

  private Fingerprint(byte[] bytes) {
    if (bytes.length != LENGTH) {
      throw new IllegalArgumentException("a fingerprint of " + bytes.length + " bytes");
    }
    this.bytes = bytes;
  }

  /**
   * Over a copy of these bytes.
   *
   * @throws IllegalArgumentException when there are not 32 of them
   */
  public static Fingerprint of(byte[] bytes) {
    return new Fingerprint(bytes.clone());
  }

  /**
   * The inverse of {@link #hex()}.
   *
   * @throws IllegalArgumentException when the text is not 64 hexadecimal digits
   */
  public static Fingerprint ofHex(String hex) {
    return new Fingerprint(HexFormat.of().parseHex(hex));
  }

  /** A copy of the 32 bytes. */
  public byte[] bytes() {
    return bytes.clone();
  }

  /** 64 lower-case hexadecimal digits. */
  public String hex() {
    return HexFormat.of().formatHex(bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Fingerprint that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return hex();
  }
}
