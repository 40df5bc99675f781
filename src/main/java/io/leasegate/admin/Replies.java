package io.leasegate.admin;

import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;

/** Answers of the operators' side. */
final class Replies {

  private Replies() {}

  static void error(RoutingContext context, int status, String code, String message) {
    json(
        context,
        status,
        new JsonObject().put("error", new JsonObject().put("code", code).put("message", message)));
  }

  static void json(RoutingContext context, int status, JsonObject body) {
    if (!context.response().ended()) {
      context
          .response()
          .setStatusCode(status)
          .putHeader("content-type", "application/json")
          .end(body.toBuffer());
    }
  }
}
