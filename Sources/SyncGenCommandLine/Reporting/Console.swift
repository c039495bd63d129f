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

  /// The option of commands that run in CI and whose results are diagnostics.
  package static let format = OptionDefinition(
    "format", takes: .choice(["text", github]),
    "how problems are written: 'text' (the default), or 'github' for annotations of GitHub Actions "
      + "on standard output")
  /// The word with which commands write annotations.
  private static let github = DiagnosticRenderer.Format.github.rawValue

  private let verbosity: Verbosity
  private let usesColor: Bool
  /// Whether problems are annotations of GitHub Actions.
  package let annotates: Bool

  package init(_ verbosity: Verbosity, annotates: Bool = false) {
    self.verbosity = verbosity
    self.annotates = annotates
    usesColor = Terminal.usesColor
  }

  /// - Parameter arguments: Those of a command, with the options that all commands have, and
  ///   perhaps `--format`.
  init(_ arguments: ParsedArguments) {
    let isQuiet = arguments.has(CommandDefinition.quiet)
    let isVerbose = arguments.has(CommandDefinition.verbose)
    self.init(
      isQuiet ? .quiet : isVerbose ? .verbose : .normal,
      annotates: arguments.text(Self.format) == Self.github)
  }

  /// Whether the user wants errors only.
  package var isQuiet: Bool { verbosity == .quiet }

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
    if annotates { return annotate(DiagnosticRenderer.githubError(message)) }
    writeError("swiftsync-gen: \(errorWord) \(message)")
  }

  /// Reports something that may be unintended.
  package func warning(at place: String, _ message: String) {
    let word = usesColor ? "\u{1B}[1;33mwarning:\u{1B}[0m" : "warning:"
    remark("\(place): \(word) \(message)")
  }

  /// Reports an error in a file, in the form that editors make clickable.
  package func error(at place: String, _ message: String) {
    if annotates { return annotate(DiagnosticRenderer.githubError("\(place): \(message)")) }
    writeError("\(place): \(errorWord) \(message)")
  }

  /// Shows the diagnostics for people and editors; only the errors if the user wants quiet output.
  package func show(_ bag: DiagnosticBag) {
    let shown = bag.sorted.filter { verbosity != .quiet || $0.severity == .error }
    if shown.isEmpty { return }
    if annotates { return annotate(DiagnosticRenderer.render(shown, as: .github)) }
    writeError(DiagnosticRenderer.render(shown, as: .text, isColored: usesColor))
  }

  /// Reports a problem of a whole file, or from a line on: in text a line on standard output, because
  /// it is a result that was asked for.
  package func problem(
    in path: String, line: Int? = nil, title: String, _ message: String
  ) throws(FileFailure) {
    if annotates {
      return annotate(
        DiagnosticRenderer.githubError(message, path: path, line: line ?? 1, title: title))
    }
    try output("\(path)\(line.map { ":\($0)" } ?? ""): \(message)\n")
  }

  /// Writes annotations, which GitHub Actions reads from standard output.
  private func annotate(_ text: String) {
    // If standard output is closed, no one reads them.
    try? output(text)
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
