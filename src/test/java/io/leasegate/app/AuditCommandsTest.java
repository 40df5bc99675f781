package io.leasegate.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.testing.Await;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The audit of a gateway in this process, over its admin API and by its commands. */
class AuditCommandsTest {

  private static final String RULES =
      """
      - { match: "sim:call:{echo,add}", auto_approve: true }
      - { match: "sim:call:create_issue", require: human_approval }
      """;

  @TempDir Path dir;
  private OperatedGateway gateway;

  @BeforeEach
  void start() throws IOException, InterruptedException {
    gateway = new OperatedGateway(dir, "audit: { max_entries: 100 }\n", RULES);
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  private HttpResponse<String> get(String query) throws IOException, InterruptedException {
    return gateway.send("/admin/audit" + query, HttpRequest.newBuilder());
  }

  private void request(String agent, String capability) throws IOException, InterruptedException {
    gateway
        .agent(agent)
        .call(
            "scopegate_request_capability",
            new JsonObject().put("capability", capability).put("reason", "to say \u001b[31m so"));
  }

  /** Three entries: grant issued, approval requested, approval denied. */
  private void something() throws IOException, InterruptedException {
    request("bot", "sim:call:echo");
    request("other", "sim:call:create_issue");
    String approval =
        new JsonObject(gateway.run("approvals", "list", "--json").out())
            .getJsonArray("items")
            .getJsonObject(0)
            .getString("approval_id");
    gateway.run("approvals", "deny", approval);
  }

  @Test
  void whatWasDecidedIsShown() throws IOException, InterruptedException {
    something();

    CommandRun tail = gateway.run("audit", "tail");

    assertThat(tail.status()).isZero();
    List<String> lines = tail.out().lines().toList();
    assertThat(lines).hasSize(3);
    assertThat(lines.get(0)).containsPattern("Z  1  grant issued  bot .*capability=sim:call:echo");
    assertThat(lines.get(1))
        .containsPattern("Z  2  approval requested  other .*reason=to say \\?\\[31m so");
    assertThat(lines.get(2)).containsPattern("Z  3  approval denied  other .*by=operator");
    assertThat(gateway.run("audit", "tail", "-n", "1").out()).contains("denied").hasLineCount(1);
    assertThat(gateway.run("audit", "tail", "-n", "1", "--agent", "bot").out()).contains("issued");
    assertThat(gateway.run("audit", "tail", "--kind", "grant,kill").out()).hasLineCount(1);
    assertThat(gateway.run("audit", "tail", "--workspace", "elsewhere").out()).isEmpty();
    assertThat(
            new JsonObject(gateway.run("audit", "tail", "-n", "1", "--json").out())
                .getLong("sequence"))
        .isEqualTo(3);
  }

  @Test
  void aTailFollows() throws IOException, InterruptedException {
    StringWriter out = new StringWriter();
    Thread tail =
        new Thread(
            () ->
                Main.commandLine()
                    .setOut(new PrintWriter(out, true))
                    .execute(
                        "audit",
                        "tail",
                        "--follow",
                        "--admin-url",
                        gateway.adminUrl(),
                        "--token-file",
                        gateway.token().toString()));
    tail.start();
    try {
      request("bot", "sim:call:echo");
      Await.until("the first entry", () -> out.toString().contains("grant issued  bot"));
      request("other", "sim:call:add");
      Await.until("the next entry", () -> out.toString().contains("grant issued  other"));
    } finally {
      tail.interrupt();
      tail.join();
    }
    assertThat(out.toString()).hasLineCount(2);
  }

  @Test
  void theChainIsVerified() throws IOException, InterruptedException {
    something();

    CommandRun json = gateway.run("audit", "verify", "--json");
    CommandRun text = gateway.run("audit", "verify");
    JsonObject answer = new JsonObject(json.out());
    JsonObject head = answer.getJsonObject("head");
    String noted = head.getLong("sequence") + ":" + head.getString("hash");

    assertThat(json.status()).isZero();
    assertThat(answer.getBoolean("ok")).isTrue();
    assertThat(answer.getLong("entries")).isEqualTo(3);
    assertThat(text.out()).isEqualTo("ok: 3 entries; head " + noted + "\n");
    request("more", "sim:call:echo");
    assertThat(gateway.run("audit", "verify", "--head", noted).status()).isZero();
    CommandRun another = gateway.run("audit", "verify", "--json", "--head", "3:" + "a".repeat(64));
    assertThat(another.status()).isEqualTo(1);
    assertThat(new JsonObject(another.out()).getLong("sequence")).isEqualTo(3);
    CommandRun missing = gateway.run("audit", "verify", "--head", "9:" + "a".repeat(64));
    assertThat(missing.out()).startsWith("broken at entry 9: the entry that was noted is missing");
    assertThat(gateway.run("audit", "verify", "--workspace", "elsewhere").out())
        .startsWith("ok: 0 entries");
  }

  @Test
  void anExportIsVerifiedAndWhatIsDoneToItFound() throws IOException, InterruptedException {
    something();
    Path file = dir.resolve("audit.jsonl");
    assertThat(gateway.run("audit", "export", "--out", file.toString()).out())
        .isEqualTo("exported 3 entries to " + file + "\n");
    List<String> lines = Files.readAllLines(file);
    assertThat(lines).hasSize(5);

    CommandRun whole = CommandRun.of("audit", "verify", "--json", "--file", file.toString());
    assertThat(whole.status()).isZero();
    assertThat(new JsonObject(whole.out()).getLong("entries")).isEqualTo(3);

    assertBroken(2, "changed", replaced(lines, 2, lines.get(2).replace("other", "mother")));
    assertBroken(1, "dropped", without(lines, 1));
    assertBroken(3, "end is missing", without(lines, 3));
    assertBroken(4, "end is missing", without(lines, 4));
    assertBroken(2, "end is missing", lines.subList(0, 2));
    List<String> longer = new ArrayList<>(lines);
    longer.add(lines.get(1));
    assertBroken(4, "behind the last line", longer);
    String header = lines.get(0);
    assertBroken(1, "is of workspace", replaced(lines, 0, header.replace("default", "acme")));
    String trailer = lines.get(4);
    assertBroken(4, "tells of 4", replaced(lines, 4, trailer.replace("s\":3}", "s\":4}")));
    CommandRun none = verify(lines.subList(1, 5));
    assertThat(none.err()).contains("is no export");
    assertThat(none.status()).isEqualTo(1);
  }

  private void assertBroken(long sequence, String problem, List<String> lines) throws IOException {
    CommandRun run = verify(lines);
    JsonObject answer = new JsonObject(run.out());
    assertThat(run.status()).isEqualTo(1);
    assertThat(answer.getBoolean("ok")).isFalse();
    assertThat(answer.getLong("sequence")).isEqualTo(sequence);
    assertThat(answer.getString("problem")).contains(problem);
  }

  private CommandRun verify(List<String> lines) throws IOException {
    Path file = Files.write(dir.resolve("other.jsonl"), lines);
    return CommandRun.of("audit", "verify", "--json", "--file", file.toString());
  }

  private static List<String> without(List<String> lines, int at) {
    List<String> fewer = new ArrayList<>(lines);
    fewer.remove(at);
    return fewer;
  }

  private static List<String> replaced(List<String> lines, int at, String line) {
    List<String> others = new ArrayList<>(lines);
    others.set(at, line);
    return others;
  }

  @Test
  void anExportBeginsWhereItIsTold() throws IOException, InterruptedException {
    something();

    CommandRun export = gateway.run("audit", "export", "--after", "2");
    CommandRun nothing = gateway.run("audit", "export", "--after", "3");
    Path file = Files.writeString(dir.resolve("audit.jsonl"), export.out());
    Path empty = Files.writeString(dir.resolve("empty.jsonl"), nothing.out());

    assertThat(export.out()).hasLineCount(3);
    assertThat(CommandRun.of("audit", "verify", "--file", file.toString()).out())
        .startsWith("ok: 1 entry; head 3:");
    assertThat(CommandRun.of("audit", "verify", "--file", empty.toString()).out())
        .startsWith("ok: 0 entries; head 3:");
    assertThat(gateway.run("audit", "export", "--after", "4").status()).isEqualTo(1);
  }

  @Test
  void whatWasDroppedLeavesAnAnchor() throws IOException, InterruptedException {
    ToolCaller agent = gateway.agent("bot");
    for (int i = 0; i < 60; i++) {
      String id =
          agent
              .call(
                  "scopegate_open_task_lease",
                  new JsonObject().put("goal", "g").put("upstreams", List.of("sim")))
              .getString("lease_id");
      gateway.run("leases", "revoke", id);
    }

    CommandRun verify = gateway.run("audit", "verify");
    JsonObject page = new JsonObject(get("?limit=1").body());
    Path file = dir.resolve("audit.jsonl");
    gateway.run("audit", "export", "--out", file.toString());

    assertThat(verify.out()).startsWith("ok: 100 entries; head 120:");
    assertThat(page.getJsonObject("from").getLong("sequence")).isEqualTo(20);
    assertThat(page.getJsonArray("entries").getJsonObject(0).getLong("sequence")).isEqualTo(21);
    assertThat(CommandRun.of("audit", "verify", "--file", file.toString()).out())
        .isEqualTo(verify.out());
    assertThat(gateway.run("audit", "tail", "-n", "500").out()).hasLineCount(100);
  }

  @Test
  void aPageHasTheFormOfTheApi() throws IOException, InterruptedException {
    something();

    JsonObject page = new JsonObject(get("?limit=2").body());
    JsonObject rest = new JsonObject(get("?after=2&agent=other&kind=approval").body());

    JsonObject entry = page.getJsonArray("entries").getJsonObject(0);
    assertThat(entry.fieldNames())
        .contains("id", "sequence", "at", "kind", "workspace", "agent", "operation")
        .contains("prev_hash", "hash");
    assertThat(entry.getString("id")).matches("a-[A-Za-z0-9_-]{32}");
    assertThat(page.getLong("next_after")).isEqualTo(2);
    assertThat(page.containsKey("from")).isFalse();
    assertThat(page.getJsonObject("head").getLong("sequence")).isEqualTo(3);
    assertThat(rest.getJsonArray("entries")).hasSize(1);
    assertThat(rest.containsKey("next_after")).isFalse();
  }

  @Test
  void aParameterThatCannotBeIsNamedWithWhatCan() throws IOException, InterruptedException {
    assertThat(get("?limit=0").body()).contains("limit must be 1 to 1000");
    assertThat(get("?limit=1001").statusCode()).isEqualTo(400);
    assertThat(get("?limit=ten").statusCode()).isEqualTo(400);
    assertThat(get("?after=-1").body()).contains("after must be a sequence, 0 or more");
    assertThat(get("?after=99999999999999999999").statusCode()).isEqualTo(400);
    assertThat(get("?kind=grants").body()).contains("kind must be", "call, grant, lease");
    assertThat(get("?agent=a%20b").body()).contains("agent must be a name");
    assertThat(get("?workspace=-").body()).contains("workspace must be a name");
  }

  @Test
  void aReloadIsWrittenDownWhetherItIsInForceOrNot() throws IOException {
    gateway.run("policy", "reload");
    Files.writeString(gateway.policy(), "version: 2\n");
    gateway.run("policy", "reload");

    List<String> lines = gateway.run("audit", "tail", "--kind", "policy").out().lines().toList();

    assertThat(lines.get(0)).contains("policy reloaded  -  file=" + gateway.policy());
    assertThat(lines).anyMatch(it -> it.contains("policy refused") && it.contains("expected 1"));
  }

  @Test
  void wrongUsageIsToldBeforeAnythingIsAsked() {
    assertThat(gateway.run("audit", "tail", "-n", "-1").status()).isEqualTo(2);
    assertThat(gateway.run("audit", "tail", "--kind", "grants").err())
        .contains("call, grant, lease");
    assertThat(gateway.run("audit", "tail", "--agent", "a b").status()).isEqualTo(2);
    assertThat(gateway.run("audit", "verify", "--head", "3").status()).isEqualTo(2);
    assertThat(gateway.run("audit", "export", "--after", "-1").status()).isEqualTo(2);
    assertThat(gateway.run("audit", "export", "--out", dir.resolve("no/such").toString()).status())
        .isEqualTo(1);
    assertThat(CommandRun.of("audit", "verify", "--file", dir.resolve("none").toString()).status())
        .isEqualTo(1);
    assertThat(
            CommandRun.of(
                    "audit",
                    "verify",
                    "--admin-url",
                    "http://127.0.0.1:1",
                    "--token-file",
                    gateway.token().toString())
                .status())
        .isEqualTo(3);
  }
}
