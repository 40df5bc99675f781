package io.leasegate.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The fenced blocks of a page of the documentation, in their order. */
final class FencedBlocks {

  /**
   * A block.
   *
   * @param language what stands behind the opening fence
   * @param line of the opening fence, from 1
   */
  record Block(String language, int line, List<String> lines) {

    String text() {
      return String.join("\n", lines) + "\n";
    }
  }

  private FencedBlocks() {}

  static List<Block> of(String page) throws IOException {
    List<String> lines = Files.readAllLines(Path.of("..", "docs", page));
    List<Block> blocks = new ArrayList<>();
    int opened = -1;
    for (int i = 0; i < lines.size(); i++) {
      if (!lines.get(i).startsWith("```")) {
        continue;
      }
      if (opened < 0) {
        opened = i;
      } else {
        String language = lines.get(opened).substring("```".length());
        blocks.add(new Block(language, opened + 1, List.copyOf(lines.subList(opened + 1, i))));
        opened = -1;
      }
    }
    return blocks;
  }
}
