package io.leasegate.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Documentation points into the code and to itself: what it names must be there. */
class DocumentedPathsTest {

  private static final Path ROOT = Files.exists(Path.of("docs")) ? Path.of("") : Path.of("..");
  private static final Path SOURCES = ROOT.resolve("src/main/java/io/leasegate");
  private static final Pattern SOURCE = Pattern.compile("`([A-Za-z/]+\\.java)`");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^):#]+)\\)");

  @Test
  void everyFileOfTheLifeOfACallExists() throws IOException {
    List<String> named = found(SOURCE, Files.readString(ROOT.resolve("docs/life-of-a-call.md")));

    assertThat(named).hasSizeGreaterThan(20);
    assertThat(named).allSatisfy(name -> assertThat(SOURCES.resolve(name)).exists());
  }

  @Test
  void everyLinkLeadsSomewhere() throws IOException {
    try (Stream<Path> pages = Files.walk(ROOT.resolve("docs"))) {
      List<Path> all = new ArrayList<>(pages.filter(it -> it.toString().endsWith(".md")).toList());
      all.add(ROOT.resolve("README.md"));
      for (Path page : all) {
        assertThat(found(LINK, Files.readString(page).replaceAll("`[^`\n]*`", "")))
            .allSatisfy(link -> assertThat(page.resolveSibling(link)).exists());
      }
    }
  }

  private static List<String> found(Pattern pattern, String page) {
    return pattern.matcher(page).results().map(result -> result.group(1)).toList();
  }
}
