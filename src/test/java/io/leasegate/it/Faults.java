package io.leasegate.it;

import io.leasegate.testing.RedisCommands;
import io.leasegate.testing.RedisServer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;

/** What is done to two gateways and their Redis while agents call. */
final class Faults {

  /** Each is over when {@link #strike} returns. */
  enum Kind {
    KILL_A,
    KILL_B,
    KILL_WHILE_REDIS_HANGS,
    PAUSE_A_GATEWAY,
    RESTART_REDIS,
    PAUSE_REDIS,
    CUT_CONNECTIONS,
    FLUSH_SCRIPTS,
    EXHAUST_MEMORY
  }

  /**
   * The end of a process.
   *
   * @param replica its name and how often it was started
   * @param from before the signal
   * @param to when it was gone
   */
  record Kill(String replica, long from, long to) {}

  private final Replicas replicas;
  private final RedisServer redis;
  private final Random random;
  private final List<Kill> kills = new CopyOnWriteArrayList<>();
  private final List<String> log = new CopyOnWriteArrayList<>();
  private final long began;

  Faults(Replicas replicas, RedisServer redis, Random random, long began) {
    this.replicas = replicas;
    this.redis = redis;
    this.random = random;
    this.began = began;
  }

  List<Kill> kills() {
    return kills;
  }

  /** One line each, with the milliseconds of the run in which it was. */
  List<String> log() {
    return log;
  }

  /** Each kind once, in random order. */
  void round() {
    List<Kind> kinds = new ArrayList<>(List.of(Kind.values()));
    Collections.shuffle(kinds, random);
    for (Kind kind : kinds) {
      KeyedLoad.pause(200 + random.nextInt(1_000));
      long from = System.nanoTime();
      strike(kind);
      log.add(
          String.format(
              Locale.ROOT,
              "%s %d..%d ms",
              kind,
              (from - began) / 1_000_000,
              (System.nanoTime() - began) / 1_000_000));
    }
  }

  private void strike(Kind kind) {
    switch (kind) {
      case KILL_A -> {
        kill(replicas.a);
        replicas.a.start();
      }
      case KILL_B -> {
        kill(replicas.b);
        replicas.b.start();
      }
      case KILL_WHILE_REDIS_HANGS -> {
        GatewayProcess victim = any();
        redis.pause();
        wait(100, 900);
        kill(victim);
        redis.resume();
        victim.start();
      }
      case PAUSE_A_GATEWAY -> {
        GatewayProcess victim = any();
        victim.pause();
        wait(500, 4_000);
        victim.resume();
      }
      case RESTART_REDIS -> {
        redis.kill();
        wait(0, 1_500);
        redis.restart();
      }
      case PAUSE_REDIS -> {
        redis.pause();
        wait(300, 2_500);
        redis.resume();
      }
      case CUT_CONNECTIONS -> {
        for (int i = 0; i < 5; i++) {
          command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
          command("CLIENT", "KILL", "TYPE", "pubsub");
          wait(50, 400);
        }
      }
      case FLUSH_SCRIPTS -> {
        for (int i = 0; i < 10; i++) {
          command("SCRIPT", "FLUSH");
          wait(10, 100);
        }
      }
      case EXHAUST_MEMORY -> {
        command("CONFIG", "SET", "maxmemory", "1");
        wait(300, 2_000);
        command("CONFIG", "SET", "maxmemory", "0");
      }
    }
  }

  private GatewayProcess any() {
    return replicas.both().get(random.nextInt(2));
  }

  private void wait(int least, int most) {
    KeyedLoad.pause(least + random.nextInt(most - least));
  }

  private void kill(GatewayProcess victim) {
    String replica = victim.incarnation();
    long from = System.nanoTime();
    victim.kill();
    kills.add(new Kill(replica, from, System.nanoTime()));
    wait(0, 1_000);
  }

  private void command(String... words) {
    try (RedisCommands commands = redis.commands()) {
      commands.send(words);
    }
  }
}
