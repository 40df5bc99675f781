package io.leasegate.store.redis;

import io.vertx.redis.client.impl.types.ErrorType;
import java.util.List;

/** What an error of Redis means to those who asked. */
enum RedisFault {
  /** The script is not known to this server yet. */
  NO_SCRIPT,
  /** It cannot do now what it could do at another time. */
  AWAY,
  /** The connection broke. */
  BROKEN,
  /** It takes no writes because another server is the master. */
  NOT_MASTER,
  /** A command was wrong: nothing that waiting helps. */
  DEFECT;

  /** By the words with which errors begin, or which scripts quote from inside. */
  private static final List<String> PASSING =
      List.of(
          "OOM",
          "MISCONF",
          "LOADING",
          "BUSY",
          "CLUSTERDOWN",
          "TRYAGAIN",
          "MASTERDOWN",
          "NOREPLICAS",
          "NOAUTH",
          "WRONGPASS",
          "NOPERM",
          "EXECABORT",
          "UNKILLABLE",
          "MOVED",
          "ASK");

  /** In the form of an error of Redis the client says that it lost the connection meanwhile. */
  private static final String CONNECTION_CLOSED = "CONNECTION_CLOSED";

  static RedisFault of(Throwable cause) {
    if (!(cause instanceof ErrorType)) {
      return BROKEN;
    }
    String text = String.valueOf(cause.getMessage());
    if (text.equals(CONNECTION_CLOSED)) {
      return BROKEN;
    }
    if (text.startsWith("NOSCRIPT")) {
      return NO_SCRIPT;
    }
    if (says(text, "READONLY")) {
      return NOT_MASTER;
    }
    return PASSING.stream().anyMatch(word -> says(text, word)) ? AWAY : DEFECT;
  }

  private static boolean says(String text, String word) {
    return text.startsWith(word) || text.contains("-" + word + " ");
  }
}
