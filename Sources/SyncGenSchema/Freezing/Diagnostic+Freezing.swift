import SyncGenDiagnostics

extension Diagnostic {
  /// A problem in a frozen version that no version has when it is written.
  static func damaged(_ problem: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(.damagedVersion, problem, at: span)
  }

  /// A file with problems that no frozen version has when it is written.
  ///
  /// - Parameter first: The first of these problems.
  static func damagedFile(version: Int, _ first: Diagnostic) -> Diagnostic {
    Diagnostic(
      .damagedVersion,
      "frozen version \(version) is damaged (first problem: \(first.message)). Don't repair it; "
        + "restore it with 'git checkout -- \(first.span.path)'", at: first.span)
  }

  static func conflictMarkers(version: Int, schema: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .versionConflict,
      "two branches froze version \(version), and Git could not merge them", at: span,
      notes: [
        Note(
          "keep the file of the branch that shipped first ('git checkout --ours' or '--theirs'), "
            + "raise 'version' in \(schema) to \(version + 1) with both branches' changes, and "
            + "freeze it when it ships", at: span)
      ])
  }

  static func editedVersion(_ version: Int, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .editedVersion,
      "frozen version \(version) was edited: its content does not match its seal", at: span,
      notes: [
        Note(
          "databases of version \(version) exist on devices; restore the file from Git, and make "
            + "changes in a new version of the schema", at: span)
      ])
  }

  static func unknownFormat(_ format: Int, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .damagedVersion,
      "the file has format \(format), and this version of the tool reads formats up to "
        + "\(FrozenFormat.newest)", at: span,
      notes: [Note("a newer version of the tool wrote it: update swiftsync-gen", at: span)])
  }

  static func misnamedVersion(_ version: Int, expected: Int, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .damagedVersion,
      "the file is named after version \(expected), but contains version \(version)",
      at: span)
  }
}
