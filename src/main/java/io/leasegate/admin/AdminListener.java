package io.leasegate.admin;

import io.leasegate.config.AdminConfig;
import io.leasegate.downstream.RequestGuard;
import io.leasegate.telemetry.Telemetry;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/** The operators' side: probes and metrics for everyone who reaches it, the rest with the token. */
public final class AdminListener extends VerticleBase {

  /** A tool's result that an operator gives is in it. */
  private static final int MOST_BODY = 1024 * 1024;

  private final AdminConfig config;
  private final RequestGuard guard;
  private final AdminToken token;
  private final Telemetry telemetry;
  private final Supplier<Readiness> readiness;
  private final Supplier<JsonObject> status;
  private final List<RouteSet> routes;
  private final IntConsumer onListening;

  public AdminListener(
      AdminConfig config,
      RequestGuard guard,
      AdminToken token,
      Telemetry telemetry,
      Supplier<Readiness> readiness,
      Supplier<JsonObject> status,
      List<RouteSet> routes,
      IntConsumer onListening) {
    this.config = config;
    this.guard = guard;
    this.token = token;
    this.telemetry = telemetry;
    this.readiness = readiness;
    this.status = status;
    this.routes = routes;
    this.onListening = onListening;
  }

  @Override
  public Future<?> start() {
    Router router = Router.router(vertx);
    router.route().handler(this::guard);
    router
        .get("/livez")
        .handler(context -> Replies.json(context, 200, new JsonObject().put("live", true)));
    router.get("/readyz").handler(this::ready);
    router
        .get("/metrics")
        .handler(
            context ->
                context
                    .response()
                    .putHeader("content-type", "text/plain; version=0.0.4; charset=utf-8")
                    .end(telemetry.scrape()));
    router.route("/admin/*").handler(this::authorize);
    router.post("/admin/*").handler(BodyHandler.create(false).setBodyLimit(MOST_BODY));
    routes.forEach(set -> set.addTo(router));
    router.get("/admin/status").handler(context -> Replies.json(context, 200, status.get()));
    router
        .route()
        .last()
        .handler(context -> Replies.error(context, 404, "not_found", "no such path"));
    return vertx
        .createHttpServer(new HttpServerOptions().setHost(config.host()).setPort(config.port()))
        .requestHandler(router)
        .listen()
        .onSuccess(server -> onListening.accept(server.actualPort()));
  }

  private void guard(RoutingContext context) {
    RequestGuard.Refused refused = guard.check(context.request());
    if (refused == null) {
      context.next();
    } else {
      Replies.error(context, refused.status(), "forbidden", refused.why());
    }
  }

  private void ready(RoutingContext context) {
    Readiness now = readiness.get();
    Replies.json(
        context,
        now.ready() ? 200 : 503,
        new JsonObject().put("ready", now.ready()).put("details", new JsonArray(now.details())));
  }

  private void authorize(RoutingContext context) {
    String authorization = context.request().getHeader("authorization");
    if (authorization != null && token.opens(authorization)) {
      context.next();
      return;
    }
    context.response().putHeader("www-authenticate", "Bearer");
    Replies.error(
        context, 401, "unauthorized", "send the admin token as Authorization: Bearer <token>");
  }
}
