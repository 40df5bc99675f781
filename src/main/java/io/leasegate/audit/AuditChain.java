package io.leasegate.audit;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;
import org.erdtman.jcs.JsonCanonicalizer;

/**
 * Verifies a run of entries, one after the other, from a place in the chain that is trusted. It
 * hashes what an entry says, read and written anew by code that the gateway does not seal with, and
 * not the bytes that were sent. After the first break nothing more can be said. Not shared between
 * threads.
 */
public final class AuditChain {

  /**
   * Where the chain is not what was sealed.
   *
   * @param sequence of the first entry that is not there as it should be
   */
  public record Break(long sequence, String problem) {}

  private static final ObjectMapper STRICT =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private final String workspace;
  private final MessageDigest sha256 = AuditSealing.sha256();
  private AuditPoint verified;

  /**
   * @param workspace whose chain it is
   * @param from the place that is trusted
   */
  public AuditChain(String workspace, AuditPoint from) {
    this.workspace = workspace;
    this.verified = from;
  }

  /** The last entry that was found in order, or where it began. */
  public AuditPoint verified() {
    return verified;
  }

  /** Verifies the entry that must follow. */
  public Optional<Break> accept(String json) {
    long expected = verified.sequence() + 1;
    ObjectNode entry;
    byte[] hashed;
    JsonNode hash;
    try {
      if (!(STRICT.readTree(json) instanceof ObjectNode object)) {
        return broken(expected, "what stands here is no JSON object");
      }
      entry = object;
      hash = entry.path("hash");
      entry.remove("hash");
      hashed = new JsonCanonicalizer(STRICT.writeValueAsString(entry)).getEncodedUTF8();
    } catch (IOException e) {
      return broken(expected, "what stands here is not one JSON object, each member once");
    }
    String fits = HexFormat.of().formatHex(sha256.digest(hashed));
    if (!fits.equals(hash.textValue())) {
      return broken(expected, "the entry was changed: its hash does not fit");
    }
    JsonNode sequence = entry.path("sequence");
    if (!sequence.isIntegralNumber() || sequence.longValue() != expected) {
      return broken(
          expected,
          "entries were dropped or reordered: entry " + sequence + " stands where this one should");
    }
    if (!verified.hash().equals(entry.path("prev_hash").textValue())) {
      return broken(
          expected, "the entry does not follow the one before: its prev_hash is another's hash");
    }
    if (!workspace.equals(entry.path("workspace").textValue())) {
      return broken(
          expected, "the entry is of workspace " + entry.path("workspace") + ", not " + workspace);
    }
    verified = new AuditPoint(expected, fits);
    return Optional.empty();
  }

  /** Verifies that what was accepted ends with the head that was promised. */
  public Optional<Break> end(AuditPoint head) {
    if (verified.sequence() < head.sequence()) {
      return broken(
          verified.sequence() + 1,
          "the end is missing: the chain goes to entry " + head.sequence());
    }
    if (verified.sequence() > head.sequence()) {
      return broken(
          head.sequence() + 1, "entries were added behind the head, entry " + head.sequence());
    }
    return verified.equals(head)
        ? Optional.empty()
        : broken(head.sequence(), "the head has another hash than its entry");
  }

  private static Optional<Break> broken(long sequence, String problem) {
    return Optional.of(new Break(sequence, problem));
  }
}
