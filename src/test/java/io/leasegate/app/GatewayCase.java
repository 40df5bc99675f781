package io.leasegate.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.testing.CapturedLog;
import io.leasegate.testing.HeldReply;
import io.leasegate.testing.McpClient;
import io.leasegate.testing.RawConnection;
import io.leasegate.testing.RawResponse;
import io.leasegate.testing.Reply;
import io.leasegate.testing.ScriptedUpstream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/**
 * Tests of one gateway, which stays up for all of them. Whatever a test did: nothing of it is left
 * afterwards, nothing went wrong in the log, and others are served.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class GatewayCase {

  /** Serves the tools {@code up__…}. */
  protected final ScriptedUpstream upstream = ScriptedUpstream.start();

  protected RunningGateway gateway;

  /** In a session of its own in each test. */
  protected McpClient client;

  protected CapturedLog log;

  /**
   * A call that has reached the upstream, and is not answered before the test says so.
   *
   * @param id under which the upstream knows it
   */
  protected record HeldCall(RawConnection connection, String id, HeldReply reply) {

    public void release(Reply answer) {
      reply.release(answer);
    }
  }

  protected HeldCall hold(McpClient by, String message) {
    HeldReply reply = new HeldReply();
    upstream.next("tools/call", reply);
    RawConnection connection = by.begin(message);
    return new HeldCall(connection, reply.arrived().id(), reply);
  }

  /** What the gateway is to be. */
  protected abstract RunningGateway.Setup setup();

  /** A tool that works, as seen by who comes after a test. */
  protected String workingTool() {
    return "up__echo";
  }

  @BeforeAll
  void startGateway() {
    gateway = setup().start();
  }

  @BeforeEach
  void openSession() {
    client = gateway.session();
    log = CapturedLog.open();
  }

  @AfterEach
  void nothingIsLeftAndOthersAreServed() {
    gateway.awaitQuiet();
    RawResponse other = client.call(workingTool(), "{}");
    log.close();
    assertThat(other.result().path("content").path(0).path("text").asText())
        .as(other.text())
        .isEqualTo("ok");
    assertThat(log.problems()).isEmpty();
  }

  @AfterAll
  void stopGateway() {
    gateway.close();
    upstream.close();
  }
}
