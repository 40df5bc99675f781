package io.leasegate.downstream;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.leasegate.upstream.catalogue.Catalogue;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What {@code initialize} and {@code server/discover} tell the model: at most 4 KiB. */
final class Instructions {

  private static final int MOST_BYTES = 4096;

  private static final String OWN =
      """
      LeaseGate stands between you and the tool servers. Call their tools as <upstream>__<tool>; \
      what the policy grants at once needs no request.
      A result with isError and a JSON object with "error": true was refused by the gateway: do what \
      its next_step says. When it names a capability and next_action request_capability, call \
      scopegate_request_capability with that capability and a reason, then call the tool again. \
      pending_human_approval means that a person is asked: go on with something else meanwhile.
      For a long task call scopegate_open_task_lease first, and ask with its lease_id. When a result \
      carries scopegate_notice, the grant ends soon: call scopegate_renew_capability with its \
      grant_id if renewable is true, else ask again once it has expired.
      After a restart scopegate_list_capabilities shows what you hold. upstream_lost or upstream_timeout on a write means that nobody knows \
      whether it ran: look for its effect before you call again.
      """;

  private Instructions() {}

  static String of(Catalogue catalogue, @Nullable String door) {
    if (door != null) {
      Catalogue.Door passed = catalogue.byUpstream().get(door);
      return passed == null ? "" : cut(passed.instructions(), MOST_BYTES);
    }
    StringBuilder text = new StringBuilder(OWN.strip());
    Map<String, Catalogue.Door> doors = new TreeMap<>(catalogue.byUpstream());
    doors.forEach(
        (name, passed) -> {
          if (!passed.instructions().isBlank()) {
            text.append("\n\n## ").append(name).append('\n').append(passed.instructions().strip());
          }
        });
    return cut(text.toString(), MOST_BYTES);
  }

  /** The longest beginning of whole characters that fits. */
  private static String cut(String text, int mostBytes) {
    byte[] bytes = text.getBytes(UTF_8);
    if (bytes.length <= mostBytes) {
      return text;
    }
    int end = mostBytes;
    while (end > 0 && (bytes[end] & 0xC0) == 0x80) {
      end--;
    }
    return new String(bytes, 0, end, UTF_8);
  }
}
