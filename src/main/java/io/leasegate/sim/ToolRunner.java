package io.leasegate.sim;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** What the tools do. May be used by several threads at once. */
final class ToolRunner {

  private static final long STEP_MILLIS = 10;

  private final SimOptions options;
  private final String echoFiller;
  private final ExecutionCounter executions = new ExecutionCounter();
  private final AtomicLong issues = new AtomicLong();
  private final AtomicLong calls = new AtomicLong();

  ToolRunner(SimOptions options) {
    this.options = options;
    this.echoFiller =
        options.payload() == 0 ? "" : "," + MessageCodec.textItem(FillerText.of(options.payload()));
  }

  void run(ToolCall call) {
    String problem = call.tool().problem(call.arguments());
    if (problem != null) {
      call.answerError(problem);
    } else {
      call.run().after(options.latency().toMillis(), () -> perform(call));
    }
  }

  void reset() {
    executions.reset();
    issues.set(0);
    calls.set(0);
  }

  private void perform(ToolCall call) {
    if (isHit(calls.incrementAndGet())) {
      call.answerError("simulated error");
      return;
    }
    switch (call.tool().behaviour()) {
      case ECHO -> echo(call);
      case ADD -> add(call);
      case CREATE_ISSUE -> createIssue(call);
      case COUNT -> count(call);
      case SLOW -> slow(call);
      case FAIL -> fail(call);
      case LARGE -> large(call);
      case FENCE -> fence(call);
      case HEADERS -> headers(call);
      case PROGRESS -> progress(call, 1);
    }
  }

  /** Whether the error rate hits the nth call: the same calls for the same seed (SplitMix64). */
  private boolean isHit(long n) {
    if (options.errorRate() == 0) {
      return false;
    }
    long z = options.seed() + n * 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    z ^= z >>> 31;
    return (z >>> 11) * 0x1.0p-53 < options.errorRate();
  }

  private void echo(ToolCall call) {
    ObjectNode answer = object();
    answer.set("text", call.arguments().path("text"));
    call.answer(MessageCodec.toolResult(call.request().id(), answer, echoFiller));
  }

  private static void add(ToolCall call) {
    BigDecimal a = call.arguments().path("a").decimalValue();
    BigDecimal sum = a.add(call.arguments().path("b").decimalValue());
    call.answer(object().put("sum", sum.scale() < 0 ? sum.setScale(0) : sum));
  }

  private void createIssue(ToolCall call) {
    countExecution(call);
    call.answer(object().put("number", issues.incrementAndGet()).put("title", call.text("title")));
  }

  private void count(ToolCall call) {
    String title = call.optionalText("title");
    call.answer(object().put("count", title == null ? executions.total() : executions.of(title)));
  }

  private void slow(ToolCall call) {
    countExecution(call);
    long millis = call.whole("ms");
    call.run().after(millis, () -> call.answer(object().put("ms", millis)));
  }

  private void fail(ToolCall call) {
    countExecution(call);
    switch (call.text("mode")) {
      case "error" -> call.answerError("failed as asked");
      case "rpc_error" ->
          call.answer(
              MessageCodec.error(
                  call.request().id(), MessageCodec.INTERNAL_ERROR, "failed as asked"));
      case "disconnect" -> {
        if (call.run().end()) {
          call.peer().disconnect();
        }
      }
      default -> call.run().end(); // hang: no answer ever, and nothing kept for it
    }
  }

  private static void large(ToolCall call) {
    long bytes = call.whole("bytes");
    long lines = call.arguments().has("lines") ? call.whole("lines") : 1;
    if (lines > Math.max(1, bytes)) {
      call.answerError("the argument lines must not be greater than bytes");
    } else {
      String text = FillerText.lines((int) bytes, (int) lines);
      call.answer(MessageCodec.toolText(call.request().id(), text));
    }
  }

  private static void fence(ToolCall call) {
    ObjectNode answer = object();
    answer.put("header", header(call, "x-leasegate-fence"));
    answer.put("resource", header(call, "x-leasegate-fence-resource"));
    JsonNode meta = call.meta();
    call.answer(answer.<ObjectNode>set("meta", meta.isMissingNode() ? NullNode.instance : meta));
  }

  private static void headers(ToolCall call) {
    ObjectNode answer = object();
    call.headers().forEach(answer.putObject("headers")::put);
    call.answer(answer);
  }

  private void progress(ToolCall call, long step) {
    long steps = call.whole("steps");
    if (step > steps) {
      call.answer(object().put("steps", steps));
      return;
    }
    call.run()
        .after(
            STEP_MILLIS,
            () -> {
              report(call, step, steps);
              progress(call, step + 1);
            });
  }

  private static void report(ToolCall call, long step, long steps) {
    String token = call.request().progressToken();
    if (token != null) {
      String params =
          "{\"progressToken\":"
              + token
              + ",\"progress\":"
              + step
              + ",\"total\":"
              + steps
              + ",\"message\":\"step "
              + step
              + " of "
              + steps
              + "\"}";
      call.peer().sendNotification(MessageCodec.notification("notifications/progress", params));
    }
  }

  private void countExecution(ToolCall call) {
    String title = call.optionalText("title");
    if (title == null) {
      executions.count();
    } else {
      executions.count(title);
    }
  }

  private static @Nullable String header(ToolCall call, String name) {
    return call.headers().get(name);
  }

  private static ObjectNode object() {
    return MessageCodec.MAPPER.createObjectNode();
  }
}
