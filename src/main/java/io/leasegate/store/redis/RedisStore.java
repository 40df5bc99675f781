package io.leasegate.store.redis;

import io.leasegate.core.call.Identity;
import io.leasegate.core.grant.Grant;
import io.leasegate.core.idempotency.IdempotencyKey;
import io.leasegate.core.time.NanoClock;
import io.leasegate.store.StoreUnavailable;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** What the ports in Redis share. Safe from every thread. */
public final class RedisStore {

  /**
   * How much is kept.
   *
   * @param liveGrantsPerAgent also bounds live leases, ended grants and open approvals of an agent
   * @param keysPerAgent records of idempotency keys; when full, new keys are refused
   * @param keyRetentionMs how long a record stays after its end
   * @param auditEntries sealed entries of the audit in each workspace
   * @param auditRetentionMs how long those stay
   */
  public record Bounds(
      int liveGrantsPerAgent,
      int keysPerAgent,
      long keyRetentionMs,
      long auditEntries,
      long auditRetentionMs) {}

  private static final long LOOK_MS = 60_000;

  private final RedisLink link;
  private final Scripts scripts;
  private final Bounds bounds;
  private final Supplier<String> ids;
  private final String epoch;
  private final Repeats repeats;
  private final RedisCounts counts;
  private final WorkspaceWatch watch;
  private final EvictionCheck eviction;
  private final SchemaCheck schema;
  private final StoreAlarms alarms;
  private final Hints hints;
  private final NanoClock clock;
  private final List<Long> timers = new CopyOnWriteArrayList<>();
  private final WorkspaceNames names;
  private final Set<String> written = ConcurrentHashMap.newKeySet();
  private final StoreListeners listeners = new StoreListeners();

  /**
   * @param maxStaleness how old what was read may be that reads are allowed by
   * @param clock monotonic
   * @param ids new and unguessable ones
   */
  public RedisStore(
      Vertx vertx,
      RedisSettings settings,
      Bounds bounds,
      Duration maxStaleness,
      NanoClock clock,
      Supplier<String> ids) {
    this(new RedisLink(vertx, settings, clock), StoreTime.REDIS, bounds, maxStaleness, clock, ids);
  }

  RedisStore(
      RedisLink link,
      StoreTime time,
      Bounds bounds,
      Duration maxStaleness,
      NanoClock clock,
      Supplier<String> ids) {
    this.link = link;
    this.alarms = new StoreAlarms(this::storeTime);
    this.scripts = new Scripts(link, time, clock, alarms::clockBehind);
    this.bounds = bounds;
    this.ids = ids;
    this.epoch = ids.get();
    this.repeats = new Repeats(link.vertx());
    this.counts = new RedisCounts(this);
    this.clock = clock;
    this.eviction = new EvictionCheck(link);
    this.watch = new WorkspaceWatch(this, clock, maxStaleness.toNanos(), listeners::lost);
    this.schema =
        new SchemaCheck(
            scripts, alarms, ids, this::anotherStore, () -> wrote(WorkspaceNames.RESERVED));
    this.hints = new Hints(link, this, watch);
    this.names = new WorkspaceNames(scripts, clock);
  }

  /** Connects; fails when Redis is not there now, and goes on trying. */
  public Future<Void> start() {
    link.onUp(watch::lookAgain);
    link.onUp(eviction::look);
    link.onLoss(schema::doubt);
    link.onUp(schema::lookAgain);
    timers.add(link.vertx().setPeriodic(WorkspaceWatch.TICK_MS, ignored -> watch.tick()));
    timers.add(link.vertx().setPeriodic(RedisCounts.STEP_MS, ignored -> counts.countNext()));
    timers.add(link.vertx().setPeriodic(LOOK_MS, ignored -> look()));
    hints.start();
    return link.start().compose(up -> look());
  }

  /** Looks whether anything may be written; fails when that cannot be told. */
  private Future<Void> look() {
    return Future.all(eviction.look(), schema.look()).mapEmpty();
  }

  private void anotherStore() {
    names.forget();
    watch.dropAll();
  }

  private long storeTime() {
    return scripts.storeTime();
  }

  public Future<Void> close() {
    timers.forEach(link.vertx()::cancelTimer);
    hints.close();
    repeats.close();
    return link.close();
  }

  long nanoTime() {
    return clock.nanoTime();
  }

  Bounds bounds() {
    return bounds;
  }

  RedisLink link() {
    return link;
  }

  Scripts scripts() {
    return scripts;
  }

  /** A new id of an audit entry. */
  String auditId() {
    return "a-" + ids.get();
  }

  /** What must be known to have run. */
  Repeats repeats() {
    return repeats;
  }

  /** The latest store time at which a step that is sent now may begin. */
  Future<Long> notAfter() {
    return names.notAfter();
  }

  RedisCounts counts() {
    return counts;
  }

  /** Real time that passes; not the one by which the store decides. */
  NanoClock clock() {
    return clock;
  }

  /** Runs a script that changes no grant and no lease. */
  Future<Reply> ask(Script script, String workspace, Object... arguments) {
    return run(script, workspace, List.of(arguments));
  }

  /** Runs a script that may: its first argument is an epoch, should the workspace have none. */
  Future<Reply> change(Script script, String workspace, Object... arguments) {
    List<Object> all = new ArrayList<>(arguments.length + 1);
    all.add(epoch);
    Collections.addAll(all, arguments);
    return run(script, workspace, all);
  }

  private Future<Reply> run(Script script, String workspace, List<?> arguments) {
    Future<Reply> answer =
        safe(script, workspace).compose(known -> scripts.run(script, workspace, arguments));
    // also without an answer: it may have run
    return script.reads() ? answer : answer.onComplete(done -> ran(workspace, done.succeeded()));
  }

  private void ran(String workspace, boolean answered) {
    wrote(workspace);
    if (answered) {
      alarms.changed(workspace);
    }
  }

  private Future<Void> safe(Script script, String workspace) {
    if (script.reads()) {
      return schema.problem().isPresent() ? Future.succeededFuture() : names.register(workspace);
    }
    Optional<String> unsafe = eviction.problem();
    if (unsafe.isPresent()) {
      return Future.failedFuture(StoreUnavailable.notRun(unsafe.get()));
    }
    return schema.isSame()
        ? register(script, workspace)
        : schema.same().compose(same -> register(script, workspace));
  }

  /** A name that cannot be noted does not keep anybody from taking permission back. */
  private Future<Void> register(Script script, String workspace) {
    Future<Void> noted = names.register(workspace);
    return script.takesBack() ? noted.otherwiseEmpty() : noted;
  }

  /** The audit of the workspace may have something to be sealed, or to be dropped. */
  void wrote(String workspace) {
    written.add(workspace);
  }

  /** The workspaces of which that was said since this was asked last. */
  List<String> takeWritten() {
    List<String> taken = List.copyOf(written);
    taken.forEach(written::remove);
    return taken;
  }

  /** The names of all workspaces, in order. */
  Future<List<String>> workspaces() {
    return names.all();
  }

  /** Tells those who listen what the last part of an answer says. */
  void tell(String workspace, Reply reply) {
    Reply changes = reply.array();
    long revision = changes.number();
    List<String> agents = changes.all(Reply::text);
    List<Grant> grants = changes.all(each -> GrantCodec.read(workspace, each));
    agents.forEach(agent -> listeners.changed(new Identity(workspace, agent)));
    grants.forEach(listeners::changed);
    watch.made(workspace, revision);
  }

  /** What has changed since a revision. */
  Future<Changes> refresh(String workspace, long revision, HighWater mark) {
    return scripts
        .run(
            Script.REFRESH,
            workspace,
            List.of(mark.epoch(), revision, mark.sequence(), mark.revision()))
        .map(reply -> Changes.read(workspace, reply));
  }

  /** What an operator has to look at. */
  StoreAlarms alarms() {
    return alarms;
  }

  StoreListeners listeners() {
    return listeners;
  }

  /** Why writes are refused now, one line; empty while they are not. */
  public Optional<String> problem() {
    return link.problem().or(eviction::problem).or(schema::problem);
  }

  SchemaCheck schema() {
    return schema;
  }

  EvictionCheck eviction() {
    return eviction;
  }

  WorkspaceWatch watch() {
    return watch;
  }

  Hints hints() {
    return hints;
  }

  /** A call of the workspace goes by that asks the store nothing, if what is known still counts. */
  public boolean used(String workspace) {
    return watch.used(workspace);
  }

  void tellEnd(Identity identity, IdempotencyKey key) {
    listeners.ended(identity, key);
  }
}
