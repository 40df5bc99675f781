/** Tests of channels, with real child processes. */
@org.jspecify.annotations.NullMarked
package io.leasegate.upstream.channel;
