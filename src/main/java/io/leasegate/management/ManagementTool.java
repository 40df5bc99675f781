package io.leasegate.management;

import io.vertx.core.Future;
import java.util.function.Function;

/** A tool of the gateway's own. */
record ManagementTool(ToolSpec spec, Function<ManagementCall, Future<ToolReply>> run) {}
