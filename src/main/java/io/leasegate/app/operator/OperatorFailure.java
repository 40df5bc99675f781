package io.leasegate.app.operator;

import java.util.List;

/** Why a command ends without having done its work, in words that say what to do. */
final class OperatorFailure extends RuntimeException {

  static final int REFUSED = 1;
  static final int USAGE = 2;
  static final int UNREACHABLE = 3;

  private static final long serialVersionUID = 1L;

  private final int status;

  private OperatorFailure(int status, String message) {
    super(message, null, false, false);
    this.status = status;
  }

  /** The gateway, or a file, says no. */
  static OperatorFailure refused(String... lines) {
    return new OperatorFailure(REFUSED, String.join("\n", List.of(lines)));
  }

  /** An option is missing or cannot be. */
  static OperatorFailure usage(String... lines) {
    return new OperatorFailure(USAGE, String.join("\n", List.of(lines)));
  }

  /** No gateway answers. */
  static OperatorFailure unreachable(String... lines) {
    return new OperatorFailure(UNREACHABLE, String.join("\n", List.of(lines)));
  }

  /** With what the process exits. */
  int status() {
    return status;
  }

  /** What to print, a line each. */
  List<String> lines() {
    return String.valueOf(getMessage()).lines().toList();
  }
}
