package io.leasegate.core.error;

/**
 * A refused execution, as a value.
 *
 * @param message one line: what is wrong
 * @param capability what the call needs, {@code <upstream>:<action>:<resource>}
 * @param retryAfterS whole seconds after which a retry may help, or 0 when time does not help
 * @param nextStep a literal instruction for the agent
 */
public record Refusal(
    ErrorCode code,
    String message,
    String capability,
    int retryAfterS,
    NextAction nextAction,
    String nextStep) {

  public static Refusal of(ErrorCode code, String message, String capability, String nextStep) {
    return new Refusal(code, message, capability, 0, code.usualAction(), nextStep);
  }

  public Refusal retryAfter(int seconds) {
    return new Refusal(code, message, capability, seconds, nextAction, nextStep);
  }

  public Refusal withAction(NextAction action) {
    return new Refusal(code, message, capability, retryAfterS, action, nextStep);
  }
}
