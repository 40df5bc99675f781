package io.leasegate.sim;

import java.time.Duration;

/**
 * How the simulated upstream behaves.
 *
 * @param port TCP port of the HTTP face, 0 to 65535; 0 takes any free one
 * @param latency delay before each {@code tools/call} runs, 0 to 1 h
 * @param errorRate share of tool calls answered with an error result, 0 to 1
 * @param payload bytes of filler text in each answer of {@code echo}, 0 to 16 MiB
 * @param tools number of further tools that behave like {@code echo}, 0 to 10,000
 * @param pageSize tools on one page of {@code tools/list}, 0 to 20,000; 0 puts all on one page
 * @param seed decides which calls the error rate hits
 */
public record SimOptions(
    int port, Duration latency, double errorRate, int payload, int tools, int pageSize, long seed) {

  static final int MAX_TOOLS = 10_000;

  private static final Duration MAX_LATENCY = Duration.ofHours(1);
  private static final int MAX_PAYLOAD = 16 * 1024 * 1024;
  private static final int MAX_PAGE = 20_000;

  /** Port 9900, no delay, no errors, the ten tools on one page. */
  public static final SimOptions DEFAULT = new SimOptions(9900, Duration.ZERO, 0, 0, 0, 0, 1);

  public SimOptions {
    require(port >= 0 && port <= 65_535, "port", "0 to 65535", port);
    require(
        !latency.isNegative() && latency.compareTo(MAX_LATENCY) <= 0,
        "latency",
        "0 to 1h",
        latency);
    require(errorRate >= 0 && errorRate <= 1, "error-rate", "0 to 1", errorRate);
    require(payload >= 0 && payload <= MAX_PAYLOAD, "payload", "0 to 16MiB", payload);
    require(tools >= 0 && tools <= MAX_TOOLS, "tools", "0 to 10000", tools);
    require(pageSize >= 0 && pageSize <= MAX_PAGE, "page-size", "0 to 20000", pageSize);
  }

  private static void require(boolean holds, String name, String allowed, Object value) {
    if (!holds) {
      throw new IllegalArgumentException(name + " must be " + allowed + ", not " + value);
    }
  }

  /** The same with another port. */
  public SimOptions withPort(int port) {
    return new SimOptions(port, latency, errorRate, payload, tools, pageSize, seed);
  }

  /** The same with another delay. */
  public SimOptions withLatency(Duration latency) {
    return new SimOptions(port, latency, errorRate, payload, tools, pageSize, seed);
  }

  /** The same with another share of error results, decided by this seed. */
  public SimOptions withErrors(double errorRate, long seed) {
    return new SimOptions(port, latency, errorRate, payload, tools, pageSize, seed);
  }

  /** The same with another amount of filler text. */
  public SimOptions withPayload(int payload) {
    return new SimOptions(port, latency, errorRate, payload, tools, pageSize, seed);
  }

  /** The same with another number of further tools. */
  public SimOptions withTools(int tools) {
    return new SimOptions(port, latency, errorRate, payload, tools, pageSize, seed);
  }

  /** The same with another page size. */
  public SimOptions withPageSize(int pageSize) {
    return new SimOptions(port, latency, errorRate, payload, tools, pageSize, seed);
  }
}
