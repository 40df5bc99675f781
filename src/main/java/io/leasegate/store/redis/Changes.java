package io.leasegate.store.redis;

import io.leasegate.core.grant.Grant;
import java.util.List;

/**
 * What has changed in a workspace since a revision.
 *
 * @param sequence of the newest audit entry
 * @param state {@code known}, {@code gap}, {@code other} or {@code back}
 * @param agents whose records changed
 * @param grants that have a new window or were ended before their time
 */
record Changes(
    String epoch,
    long revision,
    long sequence,
    String state,
    List<String> agents,
    List<Grant> grants) {

  static Changes read(String workspace, Reply reply) {
    return new Changes(
        reply.text(),
        reply.number(),
        reply.number(),
        reply.text(),
        reply.all(Reply::text),
        reply.all(each -> GrantCodec.read(workspace, each)));
  }
}
