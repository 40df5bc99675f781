/**
 * Upstreams that are reached over one duplex of messages: child processes and the built-in one.
 *
 * <p>{@link io.leasegate.upstream.channel.ChannelUpstream} keeps one MCP session alive over a
 * {@link io.leasegate.upstream.channel.MessageChannel} and shares it among all callers.
 */
@org.jspecify.annotations.NullMarked
package io.leasegate.upstream.channel;
