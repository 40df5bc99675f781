package io.leasegate.app.demo;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/** The whole demo, in the order in which it is played. A step is added in its chapter's list. */
public final class Story {

  private static final List<DemoStep> STEPS =
      Stream.of(CallChapter.STEPS, TroubleChapter.STEPS).flatMap(List::stream).toList();

  private Story() {}

  /** Plays every step; true when all went as they should. */
  public static boolean play(Scene scene) throws InterruptedException {
    return play(STEPS, scene);
  }

  static boolean play(List<DemoStep> steps, Scene scene) throws InterruptedException {
    int good = 0;
    for (int i = 0; i < steps.size(); i++) {
      scene.begin(i + 1, steps.get(i).title());
      try {
        steps.get(i).action().play(scene);
      } catch (IOException e) {
        scene.wentWrong("no usable answer: " + e);
      }
      good += scene.end() ? 1 : 0;
    }
    scene.sum(good, steps.size());
    return good == steps.size();
  }
}
