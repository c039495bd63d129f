import SyncGenDiagnostics
import SyncGenSchema

extension StatedCommand {
  /// Runs the command in the folder of its schema. A failure is added to the bag.
  ///
  /// - Parameter files: What `{files}` stands for.
  /// - Returns: What it wrote to standard output; `nil` if it failed.
  func run(
    for schema: Schema, files: [String] = [], input: [UInt8] = [], into bag: inout DiagnosticBag
  ) throws(FileFailure) -> [UInt8]? {
    let words = words.flatMap { $0 == Self.files ? files : [$0] }
    let outcome = try ProgramRun.run(
      words, in: Path.split(schema.path).folder, input: input, seconds: seconds)
    guard let problem = problem(with: outcome.end) else { return outcome.output }
    bag.add(
      Diagnostic(
        .error, .commandFailed, "'\(text)' \(problem)", at: span,
        notes: lines(outcome.errors).map { .init($0, at: span) }))
    return nil
  }

  private func problem(with end: ProgramRun.End) -> String? {
    switch end {
    case .exit(0): nil
    case .exit(let status): "failed with exit status \(status)"
    case .signal(let signal): "was ended by signal \(signal)"
    case .timeout: "did not end within \(seconds) \(seconds == 1 ? "second" : "seconds")"
    case .tooMuchOutput: "wrote more than \(ProgramRun.outputLimit >> 20) MiB"
    case .notStarted(let reason): "cannot be run: \(reason)"
    }
  }

  /// The last lines of what a command wrote to standard error.
  private func lines(_ errors: [UInt8]) -> [String] {
    let lines = String(decoding: errors, as: UTF8.self).split(whereSeparator: \.isNewline)
    return lines.suffix(20).map { String($0) }
  }
}
