package io.leasegate.app.operator;

import io.leasegate.audit.AuditChain;
import io.leasegate.audit.AuditPoint;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/** A verification that is under way. Every method throws {@link Broken} at the first break. */
final class AuditVerification {

  private static final long PROGRESS = 50_000;

  /** The chain is not as it was sealed. */
  static final class Broken extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient AuditChain.Break at;

    Broken(AuditChain.Break at) {
      super(at.problem(), null, false, false);
      this.at = at;
    }

    AuditChain.Break at() {
      return at;
    }
  }

  private final @Nullable AuditPoint noted;
  private final PrintWriter err;
  private String workspace = "";
  private AuditChain chain = new AuditChain(workspace, AuditPoint.START);
  private boolean met;
  private long entries;

  /**
   * @param noted that the chain must go through
   * @param err where progress and what a person should know is told
   */
  AuditVerification(@Nullable AuditPoint noted, PrintWriter err) {
    this.noted = noted;
    this.err = err;
  }

  void begin(String workspace, AuditPoint from) {
    this.workspace = workspace;
    chain = new AuditChain(workspace, from);
    meet(from);
  }

  /** The oldest entries were dropped while others were read: what was dropped links nothing now. */
  void beginAnew(AuditPoint from) {
    err.println(
        "leasegate: entries up to "
            + from.sequence()
            + " were dropped while this ran; it goes on behind them");
    begin(workspace, from);
  }

  void accept(String entry) {
    chain.accept(entry).ifPresent(AuditVerification::fail);
    entries++;
    meet(chain.verified());
    if (entries % PROGRESS == 0) {
      err.println("leasegate: " + entries + " entries verified");
    }
  }

  void end(AuditPoint head) {
    chain.end(head).ifPresent(AuditVerification::fail);
  }

  /** The chain cannot end before a head that was promised. */
  void reaches(AuditPoint promised) {
    if (chain.verified().sequence() < promised.sequence()) {
      end(promised);
    }
  }

  private void meet(AuditPoint point) {
    if (noted != null && point.sequence() == noted.sequence()) {
      if (!point.equals(noted)) {
        fail(
            new AuditChain.Break(
                noted.sequence(), "it is another entry than the one that was noted"));
      }
      met = true;
    }
  }

  /** The chain must have had the entry that was noted. */
  void requireNoted() {
    if (noted != null && !met) {
      fail(
          new AuditChain.Break(
              noted.sequence(),
              noted.sequence() > chain.verified().sequence()
                  ? "the entry that was noted is missing: the chain ends before it"
                  : "the entry that was noted is not kept any more: the chain begins behind it"));
    }
  }

  private static void fail(AuditChain.Break found) {
    throw new Broken(found);
  }

  /** Breaks what no chain can tell. */
  void fail(String problem) {
    fail(new AuditChain.Break(chain.verified().sequence() + 1, problem));
  }

  AuditPoint verified() {
    return chain.verified();
  }

  long entries() {
    return entries;
  }
}
