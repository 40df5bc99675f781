package io.leasegate.admin;

import io.leasegate.core.error.ErrorCode;
import io.leasegate.store.StoreUnavailable;
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

  /** The store could not be asked, or changes nothing as it is. */
  static void away(RoutingContext context, Throwable cause) {
    boolean parity =
        cause instanceof StoreUnavailable away && away.code() == ErrorCode.PARITY_MISMATCH;
    ErrorCode code = parity ? ErrorCode.PARITY_MISMATCH : ErrorCode.STORE_UNAVAILABLE;
    error(
        context,
        503,
        code.wireName(),
        parity ? String.valueOf(cause.getMessage()) : "the store is away");
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
