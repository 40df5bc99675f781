package io.leasegate.app;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicLong;

/** The ids that the process gives. Safe from every thread. */
final class Ids {

  private static final int SECRET_BYTES = 24;

  private final SecureRandom random = new SecureRandom();
  private final String incarnation = unguessable().substring(0, 8);
  private final AtomicLong requests = new AtomicLong();

  /** An id that nobody can guess: 192 random bits as URL-safe text. */
  String unguessable() {
    byte[] bytes = new byte[SECRET_BYTES];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** A name for one call in logs: of this process and unique in it. */
  String request() {
    return incarnation + "-" + requests.incrementAndGet();
  }
}
