package io.leasegate.config;

/**
 * A scalar and where it was found.
 *
 * @param text the value, placeholders filled in
 * @param kind how it was written
 * @param source the file, or the environment variable
 * @param mark the place in the file
 * @param fromEnvironment whether a variable overrode the file
 */
record FoundScalar(
    String text, ScalarKind kind, String source, Mark mark, boolean fromEnvironment) {}
