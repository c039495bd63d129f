package import SyncGenDiagnostics

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// Where a command's words go: what was asked for to standard output, all else to standard error.
package struct Console: Sendable {
  package enum Verbosity: Int, Hashable, Sendable {
    case quiet
    case normal
    case verbose
  }

  private let verbosity: Verbosity
  private let usesColour: Bool

  package init(_ verbosity: Verbosity) {
    self.verbosity = verbosity
    usesColour = Terminal.usesColour
  }

  /// Writes what the user asked for.
  package func output(_ text: String) throws(FileFailure) {
    try output(Array(text.utf8))
  }

  package func output(_ bytes: some Collection<UInt8>) throws(FileFailure) {
    do {
      try FileSystem.write(bytes, to: STDOUT_FILENO, path: "<stdout>")
    } catch  where error.cause == .system(EPIPE) {
      // The reader has seen enough, as `head` does; that is not a failure of the command.
      return
    }
  }

  /// Begins on an empty screen, where there is one.
  package func clearScreen() {
    // Not what was there before in the window's history, which is the user's.
    if Terminal.canClear { writeText("\u{1B}[2J\u{1B}[H") }
  }

  /// Says how it went.
  package func remark(_ text: String) {
    if verbosity != .quiet { writeError(text) }
  }

  /// Says what is done meanwhile.
  package func detail(_ text: String) {
    if verbosity == .verbose { writeError(text) }
  }

  package func error(_ message: String) {
    writeError("swiftsync-gen: \(errorWord) \(message)")
  }

  /// Says what somebody may not have meant.
  package func warning(at place: String, _ message: String) {
    let word = usesColour ? "\u{1B}[1;33mwarning:\u{1B}[0m" : "warning:"
    remark("\(place): \(word) \(message)")
  }

  /// An error in a file, in the form that editors make clickable.
  package func error(at place: String, _ message: String) {
    writeError("\(place): \(errorWord) \(message)")
  }

  /// Shows the diagnostics for people and editors; only the errors if the user wants quiet.
  package func show(_ bag: DiagnosticBag) {
    let shown = bag.sorted.filter { verbosity != .quiet || $0.severity == .error }
    if shown.isEmpty { return }
    writeError(DiagnosticRenderer.render(shown, as: .text, isColored: usesColour))
  }

  private func writeError(_ text: String) {
    writeText(text.hasSuffix("\n") ? text : text + "\n")
  }

  private func writeText(_ text: String) {
    // If standard error is closed, the message cannot be shown.
    try? FileSystem.write(text.utf8, to: STDERR_FILENO, path: "<stderr>")
  }

  private var errorWord: String {
    usesColour ? "\u{1B}[1;31merror:\u{1B}[0m" : "error:"
  }
}
