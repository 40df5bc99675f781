package io.leasegate.testing;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * An MCP server over real HTTP that does what a test says: well-behaved until then. Scripts are by
 * JSON-RPC method, or {@code GET} and {@code DELETE}; what was told once goes before what was told
 * for always.
 */
public final class ScriptedUpstream implements AutoCloseable {

  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  private final Context loop = vertx.getOrCreateContext();
  private final Map<String, Reply> always = new ConcurrentHashMap<>();
  private final Map<String, Queue<Reply>> once = new ConcurrentHashMap<>();
  private final List<Received> received = new CopyOnWriteArrayList<>();
  private final List<HttpServerResponse> streams = new CopyOnWriteArrayList<>();
  private final AtomicInteger sessions = new AtomicInteger();
  private volatile List<String> tools = List.of(tool("echo"));
  private volatile String initializeResult = initializeResult("2025-11-25");
  private final HeldPort port = HeldPort.any();
  private @Nullable HttpServer server;

  private ScriptedUpstream() {
    comeBack();
  }

  public static ScriptedUpstream start() {
    return new ScriptedUpstream();
  }

  public static String tool(String name) {
    return "{\"name\":" + Json.quote(name) + ",\"inputSchema\":{\"type\":\"object\"}}";
  }

  public static String initializeResult(String version) {
    return "{\"protocolVersion\":\""
        + version
        + "\",\"capabilities\":{\"tools\":{\"listChanged\":true},\"logging\":{}},"
        + "\"serverInfo\":{\"name\":\"scripted\",\"version\":\"1\"}}";
  }

  public int port() {
    return port.number();
  }

  public String url() {
    return "http://127.0.0.1:" + port() + "/mcp";
  }

  /** The tool objects that are listed from now on. */
  public ScriptedUpstream tools(String... toolObjects) {
    tools = List.copyOf(Arrays.asList(toolObjects));
    return this;
  }

  public ScriptedUpstream initializesWith(String result) {
    initializeResult = result;
    return this;
  }

  /** What happens to every request of that method from now on. */
  public ScriptedUpstream on(String method, Reply reply) {
    always.put(method, reply);
    return this;
  }

  /** What happens to the next request of that method. */
  public ScriptedUpstream next(String method, Reply reply) {
    once.computeIfAbsent(method, key -> new ConcurrentLinkedQueue<>()).add(reply);
    return this;
  }

  /** All that came of one method, in order. */
  public List<Received> received(String method) {
    return received.stream().filter(it -> key(it).equals(method)).toList();
  }

  public List<Received> received() {
    return List.copyOf(received);
  }

  /** Waits until that many requests of the method have come; gives the last of these. */
  public Received await(String method, int count) {
    Await.until(count + " × " + method, () -> received(method).size() >= count);
    return received(method).get(count - 1);
  }

  /** The ids, as JSON text, of the requests that it was told to give up. */
  public List<String> cancelled() {
    return received("notifications/cancelled").stream()
        .map(it -> it.json().path("params").path("requestId").toString())
        .toList();
  }

  /** Waits until it was told to give up the request with that id. */
  public void awaitCancelled(String id) {
    Await.until("it is told that " + id + " is given up", () -> cancelled().contains(id));
  }

  /** Waits for an open GET stream. */
  public ScriptedUpstream awaitStream() {
    Await.until("a GET stream", () -> !streams.isEmpty());
    return this;
  }

  /** Sends a message on every open GET stream. */
  public void push(String message) {
    loop.runOnContext(
        now ->
            streams.forEach(
                stream -> {
                  if (!stream.closed()) {
                    stream.write("data: " + message + "\n\n");
                  }
                }));
  }

  /** Ends the open GET streams. */
  public void endStreams() {
    List<HttpServerResponse> open = new ArrayList<>(streams);
    streams.removeAll(open);
    loop.runOnContext(now -> open.forEach(HttpServerResponse::end));
  }

  /** Listens no more, and its connections are cut: who connects is refused. */
  public void goAway() {
    HttpServer listening = server;
    if (listening != null) {
      Await.result(listening.close());
      port.awaitNobody();
      server = null;
    }
  }

  /** Listens again where it was. */
  public void comeBack() {
    server =
        Await.result(
            vertx.createHttpServer().requestHandler(this::handle).listen(port(), "127.0.0.1"));
  }

  private static String key(Received request) {
    return request.httpMethod().equals("POST") ? request.method() : request.httpMethod();
  }

  private void handle(HttpServerRequest request) {
    request
        .body()
        .onSuccess(
            body -> {
              Received whole = Received.of(request, body);
              received.add(whole);
              Queue<Reply> told = once.get(key(whole));
              Reply reply = told == null ? null : told.poll();
              if (reply == null) {
                reply = always.getOrDefault(key(whole), this::behave);
              }
              reply.answer(whole, request);
            });
  }

  private void behave(Received whole, HttpServerRequest request) {
    switch (key(whole)) {
      case "initialize" -> {
        request.response().putHeader("mcp-session-id", "up-" + sessions.incrementAndGet());
        Reply.result(initializeResult).answer(whole, request);
      }
      case "tools/list" ->
          Reply.result("{\"tools\":[" + String.join(",", tools) + "]}").answer(whole, request);
      case "tools/call" -> Reply.text("ok").answer(whole, request);
      case "GET" -> {
        Reply.openEvents().answer(whole, request);
        streams.add(request.response());
      }
      case "DELETE" -> Reply.status(204).answer(whole, request);
      default -> {
        if (whole.json().has("id") && whole.json().has("method")) {
          Reply.result("{}").answer(whole, request);
        } else {
          Reply.status(202).answer(whole, request);
        }
      }
    }
  }

  @Override
  public void close() {
    Await.result(vertx.close());
    port.close();
  }
}
