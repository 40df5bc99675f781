package io.leasegate.bench.load;

/**
 * One slice of one contestant.
 *
 * @param contestant its name
 * @param round from 0; samples of one round are seconds apart and may be compared
 * @param requestsPerSecond answers in the window
 * @param cpuMicros of the contestant's server, per request
 * @param stubMicros of the stub, per request
 * @param clientMicros of the load client, per request
 * @param p50Micros half of the answers took no longer
 * @param p99Micros 99 of 100 took no longer
 */
record Sample(
    String contestant,
    int round,
    double requestsPerSecond,
    double cpuMicros,
    double stubMicros,
    double clientMicros,
    double p50Micros,
    double p99Micros) {}
