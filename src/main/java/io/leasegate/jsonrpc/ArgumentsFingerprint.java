package io.leasegate.jsonrpc;

import io.leasegate.core.idempotency.Fingerprint;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * What a {@code tools/call} says, for comparing a retry with the call it repeats.
 *
 * <p>SHA-256 over the canonical form of the JSON array {@code ["leasegate.call.1", upstream, tool,
 * arguments]}: being JSON, its parts cannot run into each other. The arguments are without the
 * idempotency key; a key of that name deeper in them is data. Space, the order of members, escapes
 * and the spelling of numbers do not matter; anything else does.
 */
public final class ArgumentsFingerprint {

  /** Stored beside records: another form of the text below has another name. */
  private static final String FORM = "leasegate.call.1";

  /** What stands around the arguments, roughly; they themselves hardly become longer. */
  private static final int ROUGH_REST = 256;

  private ArgumentsFingerprint() {}

  /**
   * The fingerprint of a call. No arguments are the same as {@code {}}; arguments that are no
   * object, which an upstream may refuse, are taken as they are.
   *
   * @param tool the upstream's own name of the tool, the same at every door
   * @param call a scanned request
   */
  public static Fingerprint of(String upstream, String tool, RpcMessage call) {
    GrowingBytes text = canonical(upstream, tool, call);
    MessageDigest digest = sha256();
    digest.update(text.array(), 0, text.size());
    return Fingerprint.of(digest.digest());
  }

  static GrowingBytes canonical(String upstream, String tool, RpcMessage call) {
    Members arguments = call.arguments();
    int size = arguments == null ? 0 : arguments.to() - arguments.from();
    GrowingBytes text = new GrowingBytes(ROUGH_REST + size);
    text.append('[');
    CanonicalText.append(FORM, text);
    text.append(',');
    CanonicalText.append(upstream, text);
    text.append(',');
    CanonicalText.append(tool, text);
    text.append(',');
    appendArguments(call, text);
    text.append(']');
    return text;
  }

  private static void appendArguments(RpcMessage call, GrowingBytes text) {
    Members arguments = call.arguments();
    Members params = call.params();
    int i = params == null ? -1 : params.indexOf("arguments");
    if (arguments != null) {
      CanonicalJson.appendWithout(OutboundCall.KEY_ARGUMENT, call.bytes(), arguments.from(), text);
    } else if (params != null && i >= 0) {
      CanonicalJson.append(call.bytes(), params.valueFrom(i), text);
    } else {
      text.append("{}");
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
