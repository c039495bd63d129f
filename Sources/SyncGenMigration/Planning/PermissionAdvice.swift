import SyncGenDiagnostics
import SyncGenSchema

/// What to add to a schema for changes that may lose something. Each addition is also valid after
/// the others.
struct PermissionAdvice {
  /// The permissions that the schema lacks, without repetitions.
  private let lacking: [SchemaChange.Permission]
  private let schema: Schema
  /// Whether `migrations` of the schema has a list of steps to its version.
  private let hasSteps: Bool

  init(_ lacking: [SchemaChange.Permission], in schema: Schema, hasSteps: Bool) {
    self.lacking = lacking.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    self.schema = schema
    self.hasSteps = hasSteps
  }

  /// The addition for one change.
  func addition(of permission: SchemaChange.Permission) -> String {
    let step = "{ \(permission.word.rawValue): [\(permission.name)] }"
    // An element of a list has the same form in brackets and after a hyphen.
    if hasSteps || lacking.count > 1 {
      return "'\(step)' under 'migrations: \(schema.version):'"
    }
    return list(of: step)
  }

  /// The losses, in the order in which they are printed. The last one also states the addition for
  /// all of them, if there is one.
  func summing(_ losses: [Diagnostic]) -> [Diagnostic] {
    guard let last = losses.last, let addition else { return losses }
    let note = Diagnostic.Note(
      "to accept all of these changes, add \(addition)", at: last.span)
    return losses.dropLast()
      + [Diagnostic(last.code, last.message, at: last.span, notes: last.notes + [note])]
  }

  /// The addition for all changes; `nil` if the one for each change suffices.
  private var addition: String? {
    if hasSteps || lacking.count == 1 { return nil }
    var names: [(word: SchemaChange.Permission.Word, names: [String])] = []
    for permission in lacking {
      if let index = names.firstIndex(where: { $0.word == permission.word }) {
        names[index].names.append(permission.name)
      } else {
        names.append((permission.word, [permission.name]))
      }
    }
    return list(
      of: names.map { "{ \($0.word.rawValue): [\($0.names.joined(separator: ", "))] }" }
        .joined(separator: ", "))
  }

  private func list(of steps: String) -> String {
    schema.migrations.isEmpty
      ? "'migrations: { \(schema.version): [\(steps)] }'"
      : "'\(schema.version): [\(steps)]' under 'migrations'"
  }
}
