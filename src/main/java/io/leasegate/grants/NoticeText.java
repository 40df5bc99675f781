package io.leasegate.grants;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.leasegate.core.notice.LeaseNotice;
import io.leasegate.core.notice.Notice;
import io.leasegate.jsonrpc.JsonStrings;

/** A notice as the JSON object that agents see. */
public final class NoticeText {

  private NoticeText() {}

  public static String json(Notice notice) {
    return "{\"grant_id\":"
        + quoted(notice.grantId())
        + ",\"capability\":"
        + quoted(notice.capability())
        + ",\"expires_in_s\":"
        + notice.expiresInS()
        + ",\"renewable\":"
        + notice.renewable()
        + ",\"hint\":"
        + quoted(notice.hint())
        + notice.lease().map(NoticeText::lease).orElse("")
        + "}";
  }

  private static String lease(LeaseNotice lease) {
    return ",\"lease\":{\"lease_id\":"
        + quoted(lease.leaseId())
        + ",\"remaining_s\":"
        + lease.remainingS()
        + ",\"writes_left\":"
        + (lease.writesLeft().isPresent() ? lease.writesLeft().getAsLong() : "null")
        + "}";
  }

  private static String quoted(String text) {
    return new String(JsonStrings.quote(text), UTF_8);
  }
}
