package io.leasegate.admin;

import io.vertx.ext.web.Router;

/** A group of operators' calls; whoever makes them has shown the token already. */
@FunctionalInterface
public interface RouteSet {
  void addTo(Router router);
}
