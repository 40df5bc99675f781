package io.leasegate.upstream;

/** What went wrong with an upstream outside of calls; the message continues "the upstream …". */
public final class UpstreamProblem extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UpstreamProblem(String message) {
    super(message, null, false, false);
  }
}
