package io.leasegate.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.testing.Await;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Looks are asked for, not waited for. */
@ExtendWith(VertxExtension.class)
class ReloadWatchTest {

  private final AtomicInteger changes = new AtomicInteger();

  @TempDir Path dir;
  Path file;

  @BeforeEach
  void fileWithContent() throws IOException {
    file = Files.writeString(dir.resolve("policy.yaml"), "version: 1");
  }

  /** A watch without its timer, so that only the test looks. */
  private ReloadWatch watch(Vertx vertx, Runnable onChange) {
    ReloadWatch watch = ReloadWatch.start(vertx, List.of(file), onChange);
    watch.stop();
    return watch;
  }

  private static void look(ReloadWatch watch) throws Exception {
    Await.result(watch.look());
  }

  @Test
  void aSettledChangeIsToldOnceOnAWorker(Vertx vertx) throws Exception {
    ReloadWatch watch =
        watch(
            vertx,
            () -> {
              assertThat(Context.isOnWorkerThread()).isTrue();
              changes.incrementAndGet();
            });
    Files.writeString(file, "version: 2");

    look(watch);
    assertThat(changes).hasValue(0);
    look(watch);
    look(watch);
    assertThat(changes).hasValue(1);
  }

  @Test
  void aSwappedSymbolicLinkIsAChange(Vertx vertx) throws Exception {
    Path first = Files.createDirectory(dir.resolve("..first"));
    Path second = Files.createDirectory(dir.resolve("..second"));
    Files.writeString(first.resolve("policy.yaml"), "version: 1");
    Files.writeString(second.resolve("policy.yaml"), "version: 2");
    Path data = Files.createSymbolicLink(dir.resolve("..data"), first);
    file = data.resolve("policy.yaml");
    ReloadWatch watch = watch(vertx, changes::incrementAndGet);

    Path swapped = Files.createSymbolicLink(dir.resolve("..data_tmp"), second);
    Files.move(swapped, data, StandardCopyOption.ATOMIC_MOVE);
    look(watch);
    look(watch);

    assertThat(changes).hasValue(1);
  }

  @Test
  void aFileThatGoesAndOneThatComesAreChanges(Vertx vertx) throws Exception {
    ReloadWatch watch = watch(vertx, changes::incrementAndGet);

    Files.delete(file);
    look(watch);
    look(watch);
    assertThat(changes).hasValue(1);

    Files.writeString(file, "version: 1");
    look(watch);
    look(watch);
    assertThat(changes).hasValue(2);
  }

  @Test
  void aTouchedFileWithTheSameContentIsNoChange(Vertx vertx) throws Exception {
    ReloadWatch watch = watch(vertx, changes::incrementAndGet);

    Files.setLastModifiedTime(file, FileTime.fromMillis(0));
    look(watch);
    look(watch);

    assertThat(changes).hasValue(0);
  }

  @Test
  void reloadNowTellsWithoutAChange(Vertx vertx) throws Exception {
    ReloadWatch watch = watch(vertx, changes::incrementAndGet);

    Await.result(watch.reloadNow());

    assertThat(changes).hasValue(1);
  }

  @Test
  void aListenerThatFailsIsCalledAgainAtTheNextChange(Vertx vertx) throws Exception {
    ReloadWatch watch =
        watch(
            vertx,
            () -> {
              changes.incrementAndGet();
              throw new IllegalStateException("refused");
            });

    Files.writeString(file, "version: 2");
    look(watch);
    assertThat(watch.look()).satisfies(look -> assertThat(failed(look)).isTrue());
    Files.writeString(file, "version: 3");
    look(watch);
    assertThat(failed(watch.look())).isTrue();

    assertThat(changes).hasValue(2);
  }

  private static boolean failed(Future<Void> look) throws Exception {
    return Await.result(look.map(false).otherwise(true));
  }

  @Test
  void filesOfALaterLoadAreWatched(Vertx vertx) throws Exception {
    ReloadWatch watch = watch(vertx, changes::incrementAndGet);
    Path secret = Files.writeString(dir.resolve("secret"), "a");

    Await.result(watch.watch(List.of(file, secret)));
    Files.writeString(secret, "b");
    look(watch);
    look(watch);

    assertThat(changes).hasValue(1);
  }
}
