import SyncGenCommandLine
import SyncGenDiagnostics
import SyncGenReference

struct ExplainCommand: Command {
  static let definition = CommandDefinition(
    "explain", "explain the code of an error or a warning",
    operands: .init("CODE", 0...1),
    discussion: [
      """
      Prints the section of docs/reference/diagnostics.md about the code in brackets at the end of \
      an error or a warning: what is wrong, an example, and how to fix it. Without CODE, lists all \
      codes.
      """
    ])

  private let entry: DiagnosticReference.Entry?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    entry = if let word = arguments.operands.first { try Self.entry(word, arguments) } else { nil }
  }

  /// The entry of a code, which may be in brackets, as errors have it.
  private static func entry(
    _ word: String, _ arguments: ParsedArguments
  ) throws(UsageError) -> DiagnosticReference.Entry {
    let isBracketed = word.hasPrefix("[") && word.hasSuffix("]")
    let name = isBracketed ? String(word.dropFirst().dropLast()) : word
    if let code = DiagnosticCode(rawValue: name), let entry = DiagnosticReference.current[code] {
      return entry
    }
    let known = Suggestion.nearest(to: name, in: DiagnosticCode.allCases.map(\.rawValue))
    throw arguments.problem(
      "unknown code '\(name)'; "
        + (known.map { "did you mean '\($0)'?" } ?? "'swiftsync-gen explain' lists all codes"))
  }

  func run(_ console: Console) throws -> ExitStatus {
    try console.output(
      entry.map(ReferenceText.entry) ?? ReferenceText.list(DiagnosticReference.current))
    return .done
  }
}
