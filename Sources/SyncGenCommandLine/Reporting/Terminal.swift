#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// The streams of the process and how they may be used.
package enum Terminal {
  /// Whether standard error is a terminal.
  package static var isInteractive: Bool {
    isatty(STDERR_FILENO) == 1
  }

  /// Whether text for people may be colored: https://no-color.org.
  package static var usesColor: Bool {
    canClear && (variable("NO_COLOR") ?? "").isEmpty
  }

  /// Whether there is a screen that supports more than lines.
  package static var canClear: Bool {
    isInteractive && variable("TERM") != "dumb"
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Makes the streams safe to use.
  ///
  /// A reader that closes the pipe causes an error of `write`, not the end of the process. A closed
  /// stream is opened on a substitute; otherwise the next opened file, possibly a database, would
  /// take its descriptor.
  package static func prepareStreams() {
    signal(SIGPIPE, SIG_IGN)
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      // Opened for the wrong direction: using it fails, as it would have without this.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Unblocks the signals that end a program, even if the parent process has blocked them.
  ///
  /// Threads of a Dispatch queue block them, and the processes that they start inherit that.
  package static func allowEnding() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  package static func end(_ status: ExitStatus) -> Never {
    exit(status.rawValue)
  }
}
