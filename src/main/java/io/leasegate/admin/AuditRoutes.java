package io.leasegate.admin;

import io.leasegate.audit.AuditEntry;
import io.leasegate.audit.AuditKind;
import io.leasegate.audit.AuditPoint;
import io.leasegate.core.call.Identity;
import io.leasegate.store.AuditLog;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * {@code GET /admin/audit?after=&limit=&agent=&kind=&workspace=}: a part of a workspace's chain.
 * Entries are handed on as they were sealed.
 */
public final class AuditRoutes implements RouteSet {

  private static final int PAGE = 100;
  private static final int LARGEST_PAGE = 1000;
  private static final String KINDS =
      Arrays.stream(AuditKind.values()).map(AuditKind::wireName).collect(Collectors.joining(", "));
  private static final String NAME = "a name: [A-Za-z0-9][A-Za-z0-9._@-]{0,127}";

  /** A parameter that cannot be, with what can. */
  private static final class Misuse extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Misuse(String parameter, String allowed) {
      super(parameter + " must be " + allowed, null, false, false);
    }
  }

  private final AuditLog log;

  public AuditRoutes(AuditLog log) {
    this.log = log;
  }

  @Override
  public void addTo(Router router) {
    router.get("/admin/audit").handler(this::page);
  }

  private void page(RoutingContext context) {
    HttpServerRequest request = context.request();
    try {
      log.page(
              name(request, "workspace").orElse(Identity.DEFAULT),
              number(request, "after", 0, Long.MAX_VALUE, 0, "a sequence, 0 or more"),
              (int) number(request, "limit", 1, LARGEST_PAGE, PAGE, "1 to " + LARGEST_PAGE),
              new AuditLog.Filter(name(request, "agent"), kinds(request)))
          .onSuccess(page -> send(context, page))
          .onFailure(away -> Replies.away(context, away));
    } catch (Misuse e) {
      Replies.error(context, 400, "invalid_request", String.valueOf(e.getMessage()));
    }
  }

  /** What is about no workspace alone is in one that no agent can name. */
  private static boolean isWholeStore(String parameter, String name) {
    return parameter.equals("workspace") && name.equals(AuditLog.WHOLE_STORE);
  }

  private static Optional<String> name(HttpServerRequest request, String parameter) {
    Optional<String> name = Optional.ofNullable(request.getParam(parameter));
    if (name.isPresent() && !Identity.isName(name.get()) && !isWholeStore(parameter, name.get())) {
      throw new Misuse(parameter, NAME);
    }
    return name;
  }

  private static long number(
      HttpServerRequest request,
      String parameter,
      long least,
      long most,
      long otherwise,
      String allowed) {
    String text = request.getParam(parameter);
    if (text == null) {
      return otherwise;
    }
    if (text.matches("[0-9]{1,18}")) {
      long number = Long.parseLong(text);
      if (number >= least && number <= most) {
        return number;
      }
    }
    throw new Misuse(parameter, allowed);
  }

  private static Set<AuditKind> kinds(HttpServerRequest request) {
    String text = request.getParam("kind");
    EnumSet<AuditKind> kinds = EnumSet.noneOf(AuditKind.class);
    if (text == null) {
      return kinds;
    }
    for (String name : text.split(",", -1)) {
      kinds.add(
          Arrays.stream(AuditKind.values())
              .filter(kind -> kind.wireName().equals(name))
              .findFirst()
              .orElseThrow(() -> new Misuse("kind", "one or more of " + KINDS + ", by commas")));
    }
    return kinds;
  }

  private static void send(RoutingContext context, AuditLog.Page page) {
    Buffer answer = Buffer.buffer("{\"entries\":[");
    boolean first = true;
    for (AuditEntry entry : page.entries()) {
      answer.appendString(first ? "" : ",").appendString(entry.json());
      first = false;
    }
    answer.appendString("]");
    page.nextAfter().ifPresent(next -> answer.appendString(",\"next_after\":" + next));
    page.from().ifPresent(from -> answer.appendString(",\"from\":" + point(from)));
    answer.appendString(",\"head\":" + point(page.head()) + "}");
    context.response().putHeader("content-type", "application/json").end(answer);
  }

  private static String point(AuditPoint point) {
    return new JsonObject().put("sequence", point.sequence()).put("hash", point.hash()).encode();
  }
}
