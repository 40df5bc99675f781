package io.leasegate.grants;

/** What a killed agent is told. */
public final class KilledText {

  public static final String REASON = "an operator has killed this agent or its workspace";
  public static final String NEXT_STEP = "Stop, and tell the person you work for.";

  private KilledText() {}
}
