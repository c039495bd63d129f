import SyncGenDiagnostics

/// The messages about references to rows with a composite identity.
extension Diagnostic {
  static func unknownPart(
    _ key: Located<String>, of owner: String, target: String, known: [String]
  ) -> Diagnostic {
    Diagnostic(
      .invalidRemote,
      "'remote' of \(owner) has '\(key.value)', which is not a part of the identity of '\(target)'; expected \(list(known))",
      at: key.span)
  }

  static func missingParts(
    _ parts: [String], of owner: String, target: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .invalidRemote,
      "'remote' of \(owner) lacks \(list(parts)) of the identity of '\(target)'", at: span)
  }

  static func unusedParts(
    _ owner: String, isToOne: Bool, target: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .invalidRemote,
      isToOne
        ? "'remote' of \(owner) lists the parts of an identity, but the identity of '\(target)' "
          + "has one part; expected a path or paths"
        : "'remote' of \(owner) lists the parts of an identity, which only a to-one with columns "
          + "can have; expected a path or paths",
      at: span)
  }

  static func columnOfParts(_ owner: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .misplacedKey,
      "'column' has no effect on \(owner), which has a column for each part of the identity",
      at: span)
  }

  static func backfillOfParts(_ owner: String, _ name: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .misplacedKey,
      "'backfill' cannot fill \(owner), which has a column for each part of the identity; "
        + "make the relationship optional, or fill the columns in an 'sql' step", at: span)
  }

  private static func list(_ names: [String]) -> String {
    names.map { "'\($0)'" }.joined(separator: ", ")
  }
}
