package io.leasegate.config;

import java.util.Optional;

/**
 * One key of a schema, for the reference and for help texts.
 *
 * @param path such as {@code upstreams[].tools.<name>.alias}
 * @param type what is allowed
 * @param defaultText the default as it would be written; empty when there is none
 * @param required whether leaving it out is a problem
 * @param variable the environment variable that overrides it, for scalars outside lists and free
 *     names
 */
public record KeyDescription(
    String path,
    String type,
    Optional<String> defaultText,
    boolean required,
    Optional<String> variable) {}
