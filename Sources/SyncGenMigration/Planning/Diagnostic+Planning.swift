import SyncGenDiagnostics
import SyncGenSchema

extension Diagnostic {
  /// A change that may lose something, with the text that allows it.
  static func needsPermission(
    _ change: SchemaChange, _ permission: SchemaChange.Permission, _ advice: PermissionAdvice,
    place: SourceSpan
  ) -> Diagnostic {
    let code: DiagnosticCode =
      permission.word == .remoteChanged ? .remoteKeyMoved : .dataLoss
    let problem = change.problem ?? change.text + (change.data.map { ": \($0)" } ?? "")
    // Something that is gone was more often renamed than dropped.
    let isGone = change.place != nil
    let acceptance = (isGone ? "really dropping it? add " : "to accept this, add ")
    let accepting = Note(acceptance + advice.addition(of: permission), at: place)
    let remedy = change.remedy.map { Note($0, at: place) }
    let notes = (isGone ? [remedy, accepting] : [accepting, remedy]).compactMap(\.self)
    return Diagnostic(code, problem, at: place, notes: notes)
  }

  /// The diagnostic for a change that is not possible for existing rows.
  static func impossible(_ change: SchemaChange) -> Diagnostic {
    Diagnostic(
      .dataLoss, change.problem ?? "\(change.text): \(change.reason)", at: change.span,
      notes: change.remedy.map { [Note($0, at: change.span)] } ?? [])
  }

  static func needlessPermission(
    _ permission: SchemaChange.Permission, known: [String], version: Int, at span: SourceSpan
  ) -> Diagnostic {
    let (name, word) = (permission.name, permission.word.rawValue)
    let nearest = Suggestion.nearest(to: name, in: known)
    let list = known.isEmpty ? "nothing requires it" : "it is needed for " + quoted(known)
    return Diagnostic(
      .invalidMigration,
      "'\(word)' names '\(name)', which the step to version \(version) does not need",
      at: span, notes: [Note(nearest.map { "did you mean '\($0)'?" } ?? list, at: span)])
  }

  /// The diagnostic for a permission for a table or a column that the step does not have.
  static func unknownTable(_ name: String, known: [String], version: Int, at span: SourceSpan)
    -> Diagnostic
  {
    let nearest = Suggestion.nearest(to: name, in: known)
    return Diagnostic(
      .invalidMigration,
      "'may-change' names '\(name)', which is neither a table nor a column of version \(version)",
      at: span, notes: nearest.map { [Note("did you mean '\($0)'?", at: span)] } ?? [])
  }

  static func unknownFormerName(
    _ name: String, of owner: String, known: [String], version: Int, isTaken: Bool,
    at span: SourceSpan
  ) -> Diagnostic {
    if isTaken {
      return Diagnostic(
        .unknownFormerName,
        "'renamed-from' of \(owner) names '\(name)', which another 'renamed-from' also names",
        at: span)
    }
    let nearest = Suggestion.nearest(to: name, in: known)
    return Diagnostic(
      .unknownFormerName,
      "'renamed-from' of \(owner) names '\(name)', which version \(version) does not have",
      at: span, notes: nearest.map { [Note("did you mean '\($0)'?", at: span)] } ?? [])
  }

  private static func quoted(_ names: [String]) -> String {
    names.map { "'\($0)'" }.joined(separator: ", ")
  }
}
