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
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

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

  private static final long EVICTION_MS = 60_000;

  private final RedisLink link;
  private final Scripts scripts;
  private final Bounds bounds;
  private final Supplier<String> ids;
  private final String epoch;
  private final Repeats repeats;
  private final RedisCounts counts;
  private final WorkspaceWatch watch;
  private final EvictionCheck eviction;
  private final Hints hints;
  private final NanoClock clock;
  private final List<Consumer<String>> lostListeners = new CopyOnWriteArrayList<>();
  private final List<Long> timers = new CopyOnWriteArrayList<>();
  private volatile @Nullable String rolledBack;
  private final WorkspaceNames names;
  private final Set<String> written = ConcurrentHashMap.newKeySet();
  private final List<Consumer<Identity>> changeListeners = new CopyOnWriteArrayList<>();
  private final List<Consumer<Grant>> grantListeners = new CopyOnWriteArrayList<>();
  private final List<BiConsumer<Identity, IdempotencyKey>> endListeners =
      new CopyOnWriteArrayList<>();

  private final List<BiConsumer<String, String>> cancelListeners = new CopyOnWriteArrayList<>();

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
    this.scripts = new Scripts(link, time, clock);
    this.bounds = bounds;
    this.ids = ids;
    this.epoch = ids.get();
    this.repeats = new Repeats(link.vertx());
    this.counts = new RedisCounts(this);
    this.clock = clock;
    this.eviction = new EvictionCheck(link);
    this.watch = new WorkspaceWatch(this, clock, maxStaleness.toNanos(), this::heardNothing);
    this.hints = new Hints(link, this, watch);
    this.names = new WorkspaceNames(scripts, clock);
  }

  /** Connects; fails when Redis is not there now, and goes on trying. */
  public Future<Void> start() {
    link.onUp(watch::lookAgain);
    link.onUp(eviction::look);
    timers.add(link.vertx().setPeriodic(WorkspaceWatch.TICK_MS, ignored -> watch.tick()));
    timers.add(link.vertx().setPeriodic(RedisCounts.STEP_MS, ignored -> counts.countNext()));
    timers.add(link.vertx().setPeriodic(EVICTION_MS, ignored -> eviction.look()));
    hints.start();
    return link.start().compose(up -> eviction.look());
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
    return script.reads() ? answer : answer.onComplete(done -> wrote(workspace));
  }

  private Future<Void> safe(Script script, String workspace) {
    Optional<String> unsafe = script.reads() ? Optional.empty() : eviction.problem();
    return unsafe.isPresent()
        ? Future.failedFuture(StoreUnavailable.notRun(unsafe.get()))
        : names.register(workspace);
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
    agents.forEach(agent -> heard(new Identity(workspace, agent)));
    grants.forEach(this::heard);
    watch.made(workspace, revision);
  }

  /** The agent's records have changed. */
  void heard(Identity identity) {
    changeListeners.forEach(listener -> listener.accept(identity));
  }

  /** The grant has a new window, or was ended before its time. */
  void heard(Grant grant) {
    grantListeners.forEach(listener -> listener.accept(grant));
  }

  private void heardNothing(String workspace) {
    lostListeners.forEach(listener -> listener.accept(workspace));
  }

  /** What has changed since a revision. */
  Future<Changes> refresh(String workspace, String epoch, long revision, long sequence) {
    return scripts
        .run(Script.REFRESH, workspace, List.of(epoch, revision, sequence))
        .map(reply -> Changes.read(workspace, reply));
  }

  /** Redis has forgotten what it knew before: a failover, or a restart from an old copy. */
  void rolledBack(String workspace) {
    rolledBack = workspace;
  }

  /** A workspace of which Redis has forgotten something while this process ran. */
  public Optional<String> rolledBack() {
    return Optional.ofNullable(rolledBack);
  }

  /** Why writes are refused now, one line; empty while they are not. */
  public Optional<String> problem() {
    return link.problem().or(eviction::problem);
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
    endListeners.forEach(listener -> listener.accept(identity, key));
  }

  void onChange(Consumer<Identity> listener) {
    changeListeners.add(listener);
  }

  void onLost(Consumer<String> listener) {
    lostListeners.add(listener);
  }

  void onGrant(Consumer<Grant> listener) {
    grantListeners.add(listener);
  }

  void tellCancelled(String session, String requestId) {
    cancelListeners.forEach(listener -> listener.accept(session, requestId));
  }

  void onCancel(BiConsumer<String, String> listener) {
    cancelListeners.add(listener);
  }

  void onEnd(BiConsumer<Identity, IdempotencyKey> listener) {
    endListeners.add(listener);
  }
}
