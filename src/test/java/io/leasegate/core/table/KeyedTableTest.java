package io.leasegate.core.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KeyedTableTest {

  private record Item(String key, int value) {}

  private final KeyedTable<Item> table = new KeyedTable<>(Item::key);

  @Test
  void keepsOneValueForEachKey() {
    assertThat(table.put(new Item("a", 1))).isNull();
    assertThat(table.put(new Item("a", 2))).isEqualTo(new Item("a", 1));
    assertThat(table.get("a")).isEqualTo(new Item("a", 2));
    assertThat(table.size()).isEqualTo(1);
    assertThat(table.remove("a")).isEqualTo(new Item("a", 2));
    assertThat(table.get("a")).isNull();
    assertThat(table.remove("a")).isNull();
    assertThat(table.size()).isZero();
  }

  @Test
  void answersLikeAMapWhateverIsPutAndRemoved() {
    Random random = new Random(7);
    Map<String, Item> expected = new HashMap<>();
    for (int i = 0; i < 200_000; i++) {
      String key = "k" + random.nextInt(20_000);
      if (random.nextInt(5) < 2) {
        assertThat(table.remove(key)).isEqualTo(expected.remove(key));
      } else {
        Item item = new Item(key, i);
        assertThat(table.put(item)).isEqualTo(expected.put(key, item));
      }
    }
    assertThat(table.size()).isEqualTo(expected.size());
    for (int i = 0; i < 20_000; i++) {
      assertThat(table.get("k" + i)).isEqualTo(expected.get("k" + i));
    }
  }
}
