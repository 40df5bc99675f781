package io.leasegate.upstream.catalogue;

import io.leasegate.core.capability.Capability;
import io.leasegate.core.capability.CapabilityGlob;
import io.leasegate.core.capability.ParseResult;
import java.util.ArrayList;
import java.util.List;

/** Globs over tool names: those of capabilities, within one segment. Immutable. */
public final class NameGlobs {

  private static final String BEFORE = "any:call:";

  private final List<CapabilityGlob> globs;

  private NameGlobs(List<CapabilityGlob> globs) {
    this.globs = globs;
  }

  /** The globs that are well-formed; the others match nothing. */
  public static NameGlobs of(List<String> texts) {
    List<CapabilityGlob> globs = new ArrayList<>();
    for (String text : texts) {
      if (CapabilityGlob.parse(BEFORE + text)
          instanceof ParseResult.Parsed<CapabilityGlob> parsed) {
        globs.add(parsed.value());
      }
    }
    return new NameGlobs(List.copyOf(globs));
  }

  public boolean match(String name) {
    return Capability.parse(BEFORE + name) instanceof ParseResult.Parsed<Capability> parsed
        && globs.stream().anyMatch(glob -> glob.matches(parsed.value()));
  }
}
