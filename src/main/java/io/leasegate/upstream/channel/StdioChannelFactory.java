package io.leasegate.upstream.channel;

import io.leasegate.core.time.NanoClock;
import io.leasegate.jsonrpc.RpcScanner;
import io.vertx.core.Context;
import java.util.Map;

/** Starts the child processes of one stdio upstream, one after the other. */
public final class StdioChannelFactory implements ChannelFactory {

  private final String name;
  private final ChildCommand command;
  private final Map<String, String> ownEnvironment;
  private final StdioLimits limits;
  private final RpcScanner scanner;
  private final NanoClock clock;
  private final ChildLog log;

  /**
   * @param name the upstream's, for threads and logs
   * @param ownEnvironment the gateway's variables, of which a child gets a few
   * @param scanner with the depth to which messages of the child are read
   * @param clock of the loops that send
   */
  public StdioChannelFactory(
      String name,
      ChildCommand command,
      Map<String, String> ownEnvironment,
      StdioLimits limits,
      RpcScanner scanner,
      NanoClock clock) {
    this.name = name;
    this.command = command;
    this.ownEnvironment = Map.copyOf(ownEnvironment);
    this.limits = limits;
    this.scanner = scanner;
    this.clock = clock;
    this.log = new ChildLog(name, clock);
  }

  @Override
  public MessageChannel open(Context home, ChannelListener listener) {
    StdioChannel channel = new StdioChannel(this, home, listener);
    channel.start();
    return channel;
  }

  /** Lines that its children wrote to stdout and that were no messages. */
  public long skippedLines() {
    return log.skippedLines();
  }

  String name() {
    return name;
  }

  ChildCommand command() {
    return command;
  }

  Map<String, String> ownEnvironment() {
    return ownEnvironment;
  }

  StdioLimits limits() {
    return limits;
  }

  RpcScanner scanner() {
    return scanner;
  }

  NanoClock clock() {
    return clock;
  }

  ChildLog log() {
    return log;
  }
}
