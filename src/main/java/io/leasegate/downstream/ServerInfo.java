package io.leasegate.downstream;

/** What the gateway says of itself. */
final class ServerInfo {

  private ServerInfo() {}

  static String json(String version) {
    return "{\"name\":\"leasegate\",\"title\":\"LeaseGate\",\"version\":\"" + version + "\"}";
  }
}
