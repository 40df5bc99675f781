package io.leasegate.app.demo;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Help.Ansi.IStyle;
import picocli.CommandLine.Help.Ansi.Style;

/**
 * Where steps play: the agent that they act as, and the paper on which they are told. ASCII only,
 * as not every terminal shows more.
 */
public final class Scene {

  private static final int LONGEST = 160;

  private final DemoGateway gateway;
  private final OperatorClient operator;
  private McpClient agent;
  private final PrintWriter out;
  private final boolean colour;
  private boolean asExpected = true;

  /**
   * @param colour whether the reader is a terminal
   */
  public Scene(DemoGateway gateway, PrintWriter out, boolean colour) {
    this.gateway = gateway;
    this.operator = new OperatorClient(gateway);
    this.agent = new McpClient(gateway.mcp(), "demo-agent");
    this.out = out;
    this.colour = colour;
  }

  /** The agent of the story. */
  McpClient agent() {
    return agent;
  }

  /** The agent so far leaves, and another one comes. */
  McpClient enter(String name) throws InterruptedException {
    agent.close();
    agent = new McpClient(gateway.mcp(), name);
    return agent;
  }

  /** A line between steps. */
  public void say(String line) {
    out.println(line);
    out.flush();
  }

  void begin(int number, String title) {
    asExpected = true;
    say("");
    say(styled("%2d. %s".formatted(number, title), Style.bold));
  }

  /** What the agent sends. */
  void sent(String what) {
    say("    -> " + shortened(what));
  }

  /** What comes back, or what that means. */
  void got(String what) {
    say("    <- " + shortened(what));
  }

  /** What the reader may miss. */
  void remark(String what) {
    say(styled("       " + what, Style.faint));
  }

  /** Says what should be so; a step where it is not has gone wrong. */
  void expect(boolean holds, String what) {
    if (!holds) {
      wentWrong("expected " + what);
    }
  }

  void wentWrong(String what) {
    asExpected = false;
    say(styled("    !! " + what, Style.fg_red));
  }

  /** True when the step went as it should. */
  boolean end() {
    return asExpected;
  }

  /** Calls a tool and tells both sides of it. */
  ToolAnswer call(String tool, JsonObject arguments) throws IOException, InterruptedException {
    sent(tool + " " + arguments.encode());
    ToolAnswer answer = agent.call(tool, arguments);
    got(answer.shown());
    return answer;
  }

  /** Like {@link #call}, and shows of the answer only these members. */
  ToolAnswer ask(String tool, JsonObject arguments, String... members)
      throws IOException, InterruptedException {
    sent(tool + " " + arguments.encode());
    ToolAnswer answer = agent.call(tool, arguments);
    got(answer.ok() ? picked(answer.value(), members).encode() : answer.shown());
    return answer;
  }

  /** Posts as the operator, at the admin port. */
  JsonObject operate(String path, JsonObject body, String... members)
      throws IOException, InterruptedException {
    say("    => POST " + path + " " + body.encode());
    JsonObject answer = operator.post(path, body);
    say("    <= " + shortened(picked(answer, members).encode()));
    return answer;
  }

  /** Those members that are there, in this order. */
  static JsonObject picked(JsonObject all, String... members) {
    JsonObject few = new JsonObject();
    for (String member : members) {
      if (all.containsKey(member)) {
        few.put(member, all.getValue(member));
      }
    }
    return few;
  }

  /** Like {@link #call}, and does what the gateway says when the upstream is just away. */
  ToolAnswer callPatiently(String tool, JsonObject arguments)
      throws IOException, InterruptedException {
    ToolAnswer answer = call(tool, arguments);
    for (int tries = 1; tries < 5 && answer.retryAfterSeconds() > 0; tries++) {
      remark("waiting " + answer.retryAfterSeconds() + " s, as the answer says");
      Thread.sleep(answer.retryAfterSeconds() * 1000L);
      answer = call(tool, arguments);
    }
    return answer;
  }

  void sum(int good, int all) {
    say("");
    String text = good + " of " + all + " steps went as expected.";
    say(styled(text, good == all ? Style.fg_green : Style.fg_red));
  }

  /** Ends the agent's session. */
  public void close() throws InterruptedException {
    agent.close();
  }

  /** A heading for what comes after the story. */
  public String heading(String text) {
    return styled(text, Style.bold);
  }

  private String styled(String text, IStyle... styles) {
    if (!colour) {
      return text;
    }
    StringBuilder styled = new StringBuilder();
    List.of(styles).forEach(style -> styled.append(style.on()));
    styled.append(text);
    List.of(styles).forEach(style -> styled.append(style.off()));
    return styled.toString();
  }

  private static String shortened(String text) {
    String line = text.replaceAll("\\s+", " ");
    return line.length() <= LONGEST ? line : line.substring(0, LONGEST - 4) + " ...";
  }
}
