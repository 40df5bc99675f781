package io.leasegate.it;

import com.fasterxml.jackson.databind.JsonNode;
import io.leasegate.testing.HeldEvents;
import io.leasegate.testing.Json;
import io.leasegate.testing.Received;
import io.leasegate.testing.Reply;
import io.leasegate.testing.ScriptedUpstream;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An MCP server that remembers each execution of its tools: {@code write {title, ms}} and {@code
 * read {title, ms}}, which answer after that long with a number that no other execution has, and
 * {@code ask {title}}, which answers with what the agent said.
 */
final class CountingUpstream implements AutoCloseable {

  /**
   * A call that arrived.
   *
   * @param at {@link System#nanoTime}
   * @param number in the answer's text
   */
  record Execution(long at, int number) {}

  private final ScriptedUpstream server = ScriptedUpstream.start();
  private final Map<String, List<Execution>> executions = new ConcurrentHashMap<>();
  private final Map<String, HeldEvents> questions = new ConcurrentHashMap<>();
  private final AtomicInteger numbers = new AtomicInteger();

  CountingUpstream() {
    server
        .tools(
            ScriptedUpstream.tool("write"),
            "{\"name\":\"read\",\"inputSchema\":{\"type\":\"object\"},"
                + "\"annotations\":{\"readOnlyHint\":true}}",
            "{\"name\":\"ask\",\"inputSchema\":{\"type\":\"object\"},"
                + "\"annotations\":{\"readOnlyHint\":true}}")
        .on("tools/call", this::call)
        .on("", this::answered);
  }

  String url() {
    return server.url();
  }

  /** All executions of a title, in their order. */
  List<Execution> executions(String title) {
    return executions.getOrDefault(title, List.of());
  }

  int executions() {
    return numbers.get();
  }

  private void call(Received call, HttpServerRequest request) {
    JsonNode arguments = call.json().path("params").path("arguments");
    String title = arguments.path("title").asText();
    if (call.json().path("params").path("name").asText().equals("ask")) {
      HeldEvents question = new HeldEvents();
      questions.put(title, question);
      question.answer(call, request);
      question.send(
          "{\"jsonrpc\":\"2.0\",\"id\":"
              + Json.quote(title)
              + ",\"method\":\"elicitation/create\",\"params\":{\"message\":\"who?\"}}");
      return;
    }
    int number = numbers.incrementAndGet();
    executions
        .computeIfAbsent(title, it -> new CopyOnWriteArrayList<>())
        .add(new Execution(System.nanoTime(), number));
    Reply reply = Reply.text("execution " + number + " of " + title);
    int ms = arguments.path("ms").asInt();
    if (ms == 0) {
      reply.answer(call, request);
    } else {
      Vertx.currentContext().owner().setTimer(ms, ignored -> reply.answer(call, request));
    }
  }

  private void answered(Received response, HttpServerRequest request) {
    HeldEvents question = questions.remove(response.json().path("id").asText());
    if (question != null) {
      question.end(response.json().path("result").toString());
    }
    Reply.status(202).answer(response, request);
  }

  @Override
  public void close() {
    server.close();
  }
}
