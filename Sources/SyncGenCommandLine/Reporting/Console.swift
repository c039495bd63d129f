package import SyncGenDiagnostics

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// The output of a command: requested results go to standard output, everything else to standard
/// error.
package struct Console: Sendable {
  package enum Verbosity: Int, Hashable, Sendable {
    case quiet
    case normal
    case verbose
  }

  private let verbosity: Verbosity
  private let usesColor: Bool

  package init(_ verbosity: Verbosity) {
    self.verbosity = verbosity
    usesColor = Terminal.usesColor
  }

  /// Writes the result that the user asked for.
  package func output(_ text: String) throws(FileFailure) {
    try output(Array(text.utf8))
  }

  package func output(_ bytes: some Collection<UInt8>) throws(FileFailure) {
    do {
      try FileSystem.write(bytes, to: STDOUT_FILENO, path: "<stdout>")
    } catch  where error.cause == .system(EPIPE) {
      // The reader has closed the pipe, as `head` does, which is not a failure of the command.
      return
    }
  }

  /// Clears the screen, if there is one.
  package func clearScreen() {
    // The earlier history of the window is not cleared, because it belongs to the user.
    if Terminal.canClear { writeText("\u{1B}[2J\u{1B}[H") }
  }

  /// Reports the outcome.
  package func remark(_ text: String) {
    if verbosity != .quiet { writeError(text) }
  }

  /// Reports details of the progress.
  package func detail(_ text: String) {
    if verbosity == .verbose { writeError(text) }
  }

  package func error(_ message: String) {
    writeError("swiftsync-gen: \(errorWord) \(message)")
  }

  /// Reports something that may be unintended.
  package func warning(at place: String, _ message: String) {
    let word = usesColor ? "\u{1B}[1;33mwarning:\u{1B}[0m" : "warning:"
    remark("\(place): \(word) \(message)")
  }

  /// Reports an error in a file, in the form that editors make clickable.
  package func error(at place: String, _ message: String) {
    writeError("\(place): \(errorWord) \(message)")
  }

  /// Shows the diagnostics for people and editors; only the errors if the user wants quiet output.
  package func show(_ bag: DiagnosticBag) {
    let shown = bag.sorted.filter { verbosity != .quiet || $0.severity == .error }
    if shown.isEmpty { return }
    writeError(DiagnosticRenderer.render(shown, as: .text, isColored: usesColor))
  }

  private func writeError(_ text: String) {
    writeText(text.hasSuffix("\n") ? text : text + "\n")
  }

  private func writeText(_ text: String) {
    // If standard error is closed, the message cannot be shown.
    try? FileSystem.write(text.utf8, to: STDERR_FILENO, path: "<stderr>")
  }

  private var errorWord: String {
    usesColor ? "\u{1B}[1;31merror:\u{1B}[0m" : "error:"
  }
}
