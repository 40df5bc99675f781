package io.leasegate.testing;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** What the process logs while it is open; how slow the machine is does not belong to it. */
public final class CapturedLog extends AppenderBase<ILoggingEvent> implements AutoCloseable {

  /**
   * Says that a loop did not turn for a while: a paused machine looks the same to it as a defect.
   */
  private static final String SLOWNESS = "io.vertx.core.impl.BlockedThreadChecker";

  private final List<ILoggingEvent> events = new CopyOnWriteArrayList<>();
  private final Logger root;

  private CapturedLog(Logger root) {
    this.root = root;
  }

  public static CapturedLog open() {
    CapturedLog log = new CapturedLog((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME));
    log.setContext(log.root.getLoggerContext());
    log.start();
    log.root.addAppender(log);
    return log;
  }

  @Override
  protected void append(ILoggingEvent event) {
    if (event.getLoggerName().equals(SLOWNESS)) {
      return;
    }
    event.prepareForDeferredProcessing();
    events.add(event);
  }

  /** Everything, with key-value pairs and the text of exceptions. */
  public String text() {
    StringBuilder text = new StringBuilder();
    for (ILoggingEvent event : events) {
      text.append(event.getFormattedMessage()).append(' ').append(event.getKeyValuePairs());
      if (event.getThrowableProxy() != null) {
        text.append(' ').append(event.getThrowableProxy().getMessage());
      }
      text.append('\n');
    }
    return text.toString();
  }

  /** Messages of errors and of anything with an exception. */
  public List<String> problems() {
    return events.stream()
        .filter(it -> it.getLevel().isGreaterOrEqual(Level.ERROR) || it.getThrowableProxy() != null)
        .map(
            it ->
                it.getLoggerName()
                    + ": "
                    + it.getFormattedMessage()
                    + " "
                    + (it.getThrowableProxy() == null
                        ? ""
                        : it.getThrowableProxy().getClassName()
                            + " "
                            + it.getThrowableProxy().getMessage()))
        .toList();
  }

  @Override
  public void close() {
    root.detachAppender(this);
    stop();
  }
}
