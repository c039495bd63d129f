#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// What the process was started with: its streams and how they are to be used.
package enum Terminal {
  /// Whether standard error goes to a person.
  package static var isInteractive: Bool {
    isatty(STDERR_FILENO) == 1
  }

  /// Whether text for people may be coloured: https://no-color.org.
  package static var usesColour: Bool {
    canClear && (variable("NO_COLOR") ?? "").isEmpty
  }

  /// Whether there is a screen that understands more than lines.
  package static var canClear: Bool {
    isInteractive && variable("TERM") != "dumb"
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Makes the streams safe to use.
  ///
  /// A reader that goes away is an error of `write`, not the end of the process. A stream that is
  /// closed gets a place of its own, or the next file to be opened, a database even, would take it.
  package static func prepareStreams() {
    signal(SIGPIPE, SIG_IGN)
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      // Opened for reading only: what is written there fails, as it would have without this.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Lets the signals that end a program do so, also if the one that started it holds them back.
  ///
  /// Threads of a Dispatch queue do, and what they start takes that over.
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
