package io.leasegate.app;

/** The version of this build. */
final class Version {

  private Version() {}

  /** What the jar's manifest says; "dev" when the classes did not come in a jar. */
  static String text() {
    String version = Version.class.getPackage().getImplementationVersion();
    return version == null ? "dev" : version;
  }
}
