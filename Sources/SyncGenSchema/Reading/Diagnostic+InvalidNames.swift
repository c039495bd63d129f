import SyncGenDiagnostics

/// The messages about names that are not in the required form.
extension Diagnostic {
  /// - Parameter keeping: How to keep what depends on the name, such as a key in payloads, if the
  ///   proposed name is used; `nil` if nothing depends on it.
  static func invalidName(
    _ name: Located<String>, of kind: String, style: NameRule.Style,
    keeping: (String) -> NameAdvice? = { _ in nil }
  ) -> Diagnostic {
    let form =
      style == .upperCamelCase
      ? "UpperCamelCase with only ASCII letters and digits"
      : "lowerCamelCase with only ASCII letters and digits"
    let proposal = missingSpace(in: name.value) == nil ? proposal(name.value, kind, style) : nil
    let advice = proposal.flatMap(keeping)
    let texts = [
      missingSpace(in: name.value), proposal.map { "did you mean '\($0)'?" }, advice?.text,
    ]
    return Diagnostic(
      .invalidName, "\(kind) name '\(name.value)' is not \(form)", at: name.span,
      notes: texts.compactMap(\.self).map { Note($0, at: name.span) },
      fixIt: advice == nil ? proposal.map { FixIt(replacement: $0, at: name.span) } : nil)
  }

  private static func proposal(
    _ name: String, _ kind: String, _ style: NameRule.Style
  ) -> String? {
    guard let proposal = NameRule.proposal(for: name, style), style == .lowerCamelCase else {
      return NameRule.proposal(for: name, style)
    }
    let isReserved =
      kind == "case"
      ? ReservedNames.cases[proposal] != nil
      : ReservedNames.reason(againstMember: proposal, of: kind) != nil
    return isReserved ? ReservedNames.proposal(for: proposal, kind: kind) : proposal
  }

  /// The correction of `id:int`, which is a key without a value.
  static func missingSpace(in key: String) -> String? {
    let parts = key.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty, parts[1].first != ":" else {
      return nil
    }
    return "write a space after the colon: '\(parts[0]): \(parts[1])'"
  }
}
