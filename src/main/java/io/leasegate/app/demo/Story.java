package io.leasegate.app.demo;

import java.io.IOException;
import java.util.List;

/** The whole demo, in the order in which it is played. A step is added in its chapter's list. */
public final class Story {

  private Story() {}

  /** Plays every step; true when all went as they should. */
  public static boolean play(Scene scene) throws InterruptedException {
    List<List<DemoStep>> chapters =
        List.of(
            CallChapter.STEPS,
            TroubleChapter.STEPS,
            RetryChapter.STEPS,
            new LeaseChapter().steps());
    return play(chapters.stream().flatMap(List::stream).toList(), scene);
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
