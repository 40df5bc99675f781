package io.leasegate.config;

/** How sockets are read and written. */
public enum SocketIo {
  /** By io_uring where the machine allows it, else as {@link #NIO}. */
  AUTO,
  /** By io_uring of Linux, or not at all. */
  IO_URING,
  /** As Java does everywhere. */
  NIO
}
