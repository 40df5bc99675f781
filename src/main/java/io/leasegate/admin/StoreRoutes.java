package io.leasegate.admin;

import io.leasegate.store.StoreAcceptance;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;

/** {@code POST /admin/store/accept}: the store goes on as it is, though it lost something. */
public final class StoreRoutes implements RouteSet {

  private final StoreAcceptance store;

  public StoreRoutes(StoreAcceptance store) {
    this.store = store;
  }

  @Override
  public void addTo(Router router) {
    router.post("/admin/store/accept").handler(this::accept);
  }

  private void accept(RoutingContext context) {
    JsonArray alarms = new JsonArray(store.alarms());
    store
        .accept()
        .onFailure(cause -> Replies.away(context, cause))
        .onSuccess(
            accepted ->
                Replies.json(
                    context,
                    200,
                    new JsonObject()
                        .put("accepted", true)
                        .put("alarms", alarms)
                        .put("clocks", new JsonArray(accepted.clocks()))
                        .put("grants_revoked", accepted.grantsRevoked())
                        .put("leases_revoked", accepted.leasesRevoked())));
  }
}
