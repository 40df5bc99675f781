package io.leasegate;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Who may import what. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ArchitectureTest {

  private static final DescribedPredicate<JavaClass> HTTP_CLIENT =
      DescribedPredicate.describe(
          "an HTTP client",
          it ->
              it.getName().startsWith("io.vertx.core.http.HttpClient")
                  || it.getName().startsWith("io.vertx.core.http.WebSocketClient")
                  || it.getName().startsWith("io.vertx.ext.web.client")
                  || it.getName().startsWith("java.net.http.")
                  || it.getName().equals("java.net.HttpURLConnection"));

  private static final DescribedPredicate<JavaClass> CHILD_PROCESS =
      DescribedPredicate.describe(
          "a child process",
          it ->
              it.getName().startsWith("java.lang.ProcessBuilder")
                  || it.getName().equals("java.lang.Process"));

  private JavaClasses production;

  @BeforeAll
  void read() {
    production =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.leasegate");
  }

  private void holds(ArchRule rule) {
    rule.because("docs and tests name this boundary").check(production);
  }

  @Test
  void coreIsPure() {
    holds(
        classes()
            .that()
            .resideInAPackage("io.leasegate.core..")
            .should()
            .onlyDependOnClassesThat(
                resideInAnyPackage(
                        "java.lang..",
                        "java.util..",
                        "java.time..",
                        "java.math..",
                        "java.text..",
                        "java.nio",
                        "java.nio.charset..",
                        "java.security..",
                        "org.jspecify..",
                        "io.leasegate.core..")
                    .or(
                        resideInAnyPackage(
                            "org.apache.lucene.util..", "org.apache.lucene.internal.hppc.."))));
  }

  @Test
  void onlyTheGlobsOfCoreUseLucene() {
    holds(
        noClasses()
            .that()
            .resideOutsideOfPackage("io.leasegate.core.capability..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.apache.lucene.."));
  }

  @Test
  void coreHasNoFiles() {
    holds(
        noClasses()
            .that()
            .resideInAPackage("io.leasegate.core..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.io..", "java.nio.file..", "java.net.."));
  }

  @Test
  void onlyUpstreamsUseAnHttpClient() {
    holds(
        noClasses()
            .that()
            .resideOutsideOfPackages(
                "io.leasegate.upstream..", "io.leasegate.app..", "io.leasegate.sim..")
            .should()
            .dependOnClassesThat(HTTP_CLIENT));
  }

  @Test
  void onlyUpstreamsStartChildProcesses() {
    holds(
        noClasses()
            .that()
            .resideOutsideOfPackages("io.leasegate.upstream..", "io.leasegate.app..")
            .should()
            .dependOnClassesThat(CHILD_PROCESS));
  }

  @Test
  void onlyTheListenersUseTheWeb() {
    holds(
        noClasses()
            .that()
            .resideOutsideOfPackages("io.leasegate.downstream..", "io.leasegate.admin..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.vertx.ext.web.."));
  }

  @Test
  void thePipelineKnowsNothingOfHttp() {
    holds(
        noClasses()
            .that()
            .resideInAPackage("io.leasegate.pipeline..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                "io.vertx.core.http..",
                "io.vertx.core.net..",
                "io.vertx.ext.web..",
                "io.leasegate.upstream.http..",
                "io.leasegate.downstream..",
                "io.leasegate.admin.."));
  }

  @Test
  void thePipelineKnowsThePortsOfStoresOnly() {
    holds(
        noClasses()
            .that()
            .resideInAPackage("io.leasegate.pipeline..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.leasegate.store.*.."));
  }

  @Test
  void onlyTheRedisStoreUsesRedis() {
    holds(
        noClasses()
            .that()
            .resideOutsideOfPackage("io.leasegate.store.redis..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.vertx.redis.."));
  }

  @Test
  void nothingImportsApp() {
    holds(
        noClasses()
            .that()
            .resideOutsideOfPackage("io.leasegate.app..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.leasegate.app.."));
  }

  @Test
  void nothingIsSynchronized() {
    holds(methods().should().notHaveModifier(JavaModifier.SYNCHRONIZED));
  }

  @Test
  void nothingSleepsButThreadsOfItsOwn() {
    // commands have the program to themselves, and each child process has a thread that ends it
    holds(
        noClasses()
            .that()
            .resideOutsideOfPackage("io.leasegate.app..")
            .and()
            .doNotHaveFullyQualifiedName("io.leasegate.upstream.channel.ChildProcess")
            .should()
            .callMethod(Thread.class, "sleep", long.class));
  }

  @Test
  void onlyAppReadsTheWallClock() {
    holds(
        noClasses()
            .that()
            .resideOutsideOfPackage("io.leasegate.app..")
            .should()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(Clock.class, "systemUTC")
            .orShould()
            .callMethod(Clock.class, "systemDefaultZone"));
  }

  @Test
  void onlyAppReadsTheMonotonicClock() {
    holds(
        noClasses()
            .that()
            .resideOutsideOfPackages("io.leasegate.app..", "io.leasegate.sim..")
            .should()
            .callMethod(System.class, "nanoTime"));
  }

  @Test
  void onlyAppMakesRandomIds() {
    holds(
        noClasses()
            .that()
            .resideOutsideOfPackage("io.leasegate.app..")
            .should()
            .callMethod(UUID.class, "randomUUID"));
  }

  @Test
  void namesEndInWhatThingsAre() {
    holds(
        classes()
            .should()
            .haveNameNotMatching(".*(Manager|Helper|Helpers|Util|Utils|Impl|Base|Common)"));
  }
}
