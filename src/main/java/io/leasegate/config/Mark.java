package io.leasegate.config;

/**
 * A place in a text.
 *
 * @param line from 1; 0 where there is none
 * @param column in characters, from 1; 0 where there is none
 */
record Mark(int line, int column) {

  static final Mark NONE = new Mark(0, 0);
}
