/** Upstreams over HTTP that misbehave. */
@org.jspecify.annotations.NullMarked
package io.leasegate.upstream.http;
