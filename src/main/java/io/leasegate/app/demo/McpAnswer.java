package io.leasegate.app.demo;

import io.vertx.core.json.JsonObject;

/** How the gateway answered a request. */
sealed interface McpAnswer {

  /** It was done. */
  record Result(JsonObject value) implements McpAnswer {}

  /** The request itself was wrong (a JSON-RPC error). */
  record Failure(int code, String message) implements McpAnswer {}
}
