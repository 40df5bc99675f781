package io.leasegate.upstream.channel;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An MCP server on stdin and stdout that misbehaves as its tools are told to. The first argument is
 * how it behaves at the start.
 */
public final class ChildServer {

  private static final Pattern ID = Pattern.compile("\"id\":(\"[^\"]*\"|[0-9]+)");
  private static final Pattern METHOD = Pattern.compile("\"method\":\"([^\"]*)\"");
  private static final Pattern NAME = Pattern.compile("\"name\":\"([^\"]*)\"");
  private static final Pattern NUMBER = Pattern.compile("\"n\":([0-9]+)");
  private static final Pattern REQUEST_ID = Pattern.compile("\"requestId\":([0-9]+)");

  private final BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
  private final PrintStream out = new PrintStream(System.out, false, UTF_8);
  private final String start;
  private final List<String> cancelled = new ArrayList<>();
  private final List<String> levels = new ArrayList<>();
  private final List<String> held = new ArrayList<>();
  private int tools = 1;
  private int lists;

  private ChildServer(String start) {
    this.start = start;
  }

  public static void main(String[] args) throws Exception {
    new ChildServer(args.length == 0 ? "" : args[0]).serve();
  }

  private void serve() throws Exception {
    if (start.equals("noise")) {
      say("Starting up, please wait ...");
      say("{\"level\":\"info\",\"id\":1,\"result\":\"a log line\"}");
    }
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      handle(line);
    }
  }

  private void handle(String line) throws Exception {
    String id = find(ID, line);
    switch (find(METHOD, line)) {
      case "initialize" -> initialize(id);
      case "tools/list" -> list(id);
      case "tools/call" -> call(id, find(NAME, line), line);
      case "logging/setLevel" -> {
        levels.add(line.replaceAll(".*\"level\":\"([a-z]*)\".*", "$1"));
        result(id, "{}");
      }
      case "notifications/cancelled" -> cancelled.add(find(REQUEST_ID, line));
      default -> {}
    }
  }

  private void initialize(String id) throws Exception {
    switch (start) {
      case "die-in-initialize" -> System.exit(3);
      case "silent" -> new CountDownLatch(1).await();
      case "old" -> result(id, "{\"protocolVersion\":\"1.0\",\"capabilities\":{}}");
      default ->
          result(
              id,
              "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{\"listChanged\":"
                  + "true},\"logging\":{}},\"serverInfo\":{\"name\":\"child\",\"version\":\"1\"},"
                  + "\"instructions\":\"be kind\"}");
    }
  }

  private void list(String id) {
    lists++;
    if (start.equals("bad-relist") && lists == 2) {
      say("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"error\":{\"code\":-32603,\"message\":\"no\"}}");
      return;
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < tools; i++) {
      text.append(i == 0 ? "" : ",")
          .append("{\"name\":\"tool")
          .append(i)
          .append("\",\"inputSchema\":{\"type\":\"object\"}}");
    }
    result(id, "{\"tools\":[" + text + "]}");
  }

  private void call(String id, String tool, String line) throws Exception {
    switch (tool) {
      case "die" -> Runtime.getRuntime().halt(7);
      case "last-words" -> {
        text(id, "farewell");
        Runtime.getRuntime().halt(0);
      }
      case "hang" -> {}
      case "hold" -> held.add(id);
      case "release" -> {
        held.forEach(it -> text(it, "late"));
        held.forEach(it -> text(it, "later"));
        held.clear();
        text(id, "released");
      }
      case "deaf" -> new CountDownLatch(1).await();
      case "cut" -> say("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{\"content\":[");
      case "html" -> say("<html><body>502 Bad Gateway</body></html>");
      case "twice" -> {
        text(id, "first");
        text(id, "second");
      }
      case "foreign" -> {
        text("987654321", "not yours");
        text("\"" + id + "\"", "a string");
        say("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,\"message\":\"what\"}}");
        text(id, "yours");
      }
      case "noise" -> {
        say("hello from a print statement");
        say("sending {\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{}}");
        say("{\"level\":\"debug\",\"id\":" + id + ",\"result\":1}");
        say("");
        text(id, "after noise");
      }
      case "progress" -> progress(id, Integer.parseInt(find(NUMBER, line)));
      case "large" -> large(id, Integer.parseInt(find(NUMBER, line)));
      case "stderr" -> {
        System.err.write("x".repeat(500_000).getBytes(UTF_8));
        System.err.write("line\n".repeat(100_000).getBytes(UTF_8));
        System.err.flush();
        text(id, "flooded");
      }
      case "log" -> {
        say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"data\":1}}");
        text(id, "logged");
      }
      case "ask" -> ask(id);
      case "change" -> {
        tools = Integer.parseInt(find(NUMBER, line));
        say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
        text(id, "changed");
      }
      case "lists" -> text(id, "lists " + lists);
      case "cancellations" -> text(id, String.join(",", cancelled));
      case "levels" -> text(id, String.join(",", levels));
      case "pid" -> text(id, Long.toString(ProcessHandle.current().pid()));
      case "env" -> text(id, String.join(" ", System.getenv().keySet()));
      case "close-stdout" -> {
        out.close();
        new CountDownLatch(1).await();
      }
      default -> result(id, "{\"content\":[],\"structuredContent\":{\"line\":" + line + "}}");
    }
  }

  private void progress(String id, int steps) {
    for (int i = 1; i <= steps; i++) {
      out.print(
          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":"
              + "{\"progressToken\":"
              + id
              + ",\"progress\":"
              + i
              + "}}\n");
    }
    out.flush();
    text(id, "done");
  }

  /** A result of at least that many bytes, its id behind it. */
  private void large(String id, int bytes) {
    out.print("{\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"");
    String piece = "0123456789,\\\"{}[]".repeat(64);
    for (int written = 0; written < bytes; written += piece.length()) {
      out.print(piece);
    }
    out.print("\"}],\"id\":3},\"jsonrpc\":\"2.0\",\"id\":" + id + "}\n");
    out.flush();
  }

  private void ask(String id) throws IOException {
    say("{\"jsonrpc\":\"2.0\",\"id\":\"p\\\"1\",\"method\":\"ping\"}");
    say("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"sampling/createMessage\",\"params\":{}}");
    String pong = in.readLine();
    String refusal = in.readLine();
    result(id, "{\"pong\":" + pong + ",\"refusal\":" + refusal + "}");
  }

  private void text(String id, String text) {
    result(id, "{\"content\":[{\"type\":\"text\",\"text\":\"" + text + "\"}]}");
  }

  private void result(String id, String result) {
    say(String.format(Locale.ROOT, "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}", id, result));
  }

  private void say(String line) {
    out.print(line + "\n");
    out.flush();
  }

  private static String find(Pattern pattern, String line) {
    Matcher matcher = pattern.matcher(line);
    return matcher.find() ? matcher.group(1) : "";
  }
}
