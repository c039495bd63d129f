import SyncGenDiagnostics

/// The messages about names: reserved, repeated, or the same as another in SQL, in Swift or in
/// payloads.
extension Diagnostic {
  /// - Parameter keeping: How to keep what depends on the name, if the proposed name is used.
  static func reservedName(
    _ name: Located<String>, of kind: String, reason: String,
    keeping: (String) -> NameAdvice? = { _ in nil }
  ) -> Diagnostic {
    let proposal = ReservedNames.proposal(for: name.value, kind: kind)
    let texts = ["call it '\(proposal)', for example", keeping(proposal)?.text]
    return Diagnostic(
      .reservedName, "\(kind) name '\(name.value)' cannot be used: \(reason)", at: name.span,
      notes: texts.compactMap(\.self).map { Note($0, at: name.span) })
  }

  static func invalidTableName(_ name: Located<String>) -> Diagnostic {
    Diagnostic(
      .invalidName,
      "'\(name.value)' is not a valid SQL name, expected ASCII letters, digits and '_'",
      at: name.span)
  }

  static func reservedTable(_ name: Located<String>, prefix: String) -> Diagnostic {
    Diagnostic(
      .reservedName, "table name '\(name.value)' begins with '\(prefix)', which is reserved",
      at: name.span)
  }

  static func duplicateName(_ name: Located<String>, first: SourceSpan) -> Diagnostic {
    Diagnostic(
      .duplicateName, "'\(name.value)' is already declared", at: name.span,
      notes: [Note("the first '\(name.value)' is here", at: first)])
  }

  /// The diagnostic for a type of an API with the name of another one.
  ///
  /// - Parameter isOfEndpoint: Whether the other one is the type of an endpoint's requests.
  static func duplicateTypeName(
    _ name: Located<String>, first: SourceSpan, isOfEndpoint: Bool
  ) -> Diagnostic {
    let remedy =
      isOfEndpoint
      ? "the endpoint has a type of that name in Swift; rename one of them"
      : "a type that is declared inline is named after its endpoint or type, and its field; "
        + "rename one of these, or declare the type under 'types'"
    let plain = duplicateName(name, first: first)
    return Diagnostic(
      plain.code, plain.message, at: plain.span,
      notes: plain.notes + [Note(remedy, at: name.span)])
  }

  static func indexCollision(_ name: Located<String>) -> Diagnostic {
    Diagnostic(
      .indexCollision, "index name '\(name.value)' is taken by a table, another index, or SQLite",
      at: name.span)
  }

  static func tableCollision(
    _ name: String, _ title: String, at span: SourceSpan, _ other: String, at first: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .tableCollision, "\(title) and \(other) are both called '\(name)' in SQL", at: span,
      notes: [Note("\(other) is here", at: first)])
  }

  static func remoteNameCollision(
    _ name: String, _ other: String, _ entity: String, at span: SourceSpan, first: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .remoteNameCollision,
      "entities '\(other)' and '\(entity)' are both called '\(name)' in wire protocols", at: span,
      notes: [Note("'\(other)' is here", at: first)])
  }

  static func memberCollision(
    _ name: Located<String>, in entity: String, first: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .memberCollision,
      "an attribute and a relationship of '\(entity)' are both called '\(name.value)'",
      at: name.span, notes: [Note("the attribute is here", at: first)])
  }

  static func propertyCollision(
    _ name: String, in entity: String, _ title: String, at span: SourceSpan, _ other: String,
    at first: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .memberCollision, "\(title) and \(other) of '\(entity)' are both called '\(name)' in Swift",
      at: span, notes: [Note("\(other) is here", at: first)])
  }

  static func columnCollision(
    _ name: String, in table: String, _ title: String, at span: SourceSpan, _ other: String,
    at first: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .columnCollision, "\(title) and \(other) both have the column '\(name)' of table '\(table)'",
      at: span,
      notes: [Note("\(other) is here", at: first)])
  }

  static func joinColumnCollision(
    _ name: String, in table: String, of owner: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .columnCollision,
      "both sides of \(owner) would have the column '\(name)' of table '\(table)'; rename the relationship",
      at: span)
  }

  static func remoteCollision(
    _ path: String, in entity: String, _ title: String, at span: SourceSpan, _ other: String,
    at first: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .remoteCollision, "\(title) and \(other) of '\(entity)' both have the key '\(path)'",
      at: span,
      notes: [Note("\(other) is here", at: first)])
  }

  /// A member whose key is inside the value of another one.
  ///
  /// - Parameters:
  ///   - form: The form of the outer value, e.g. `as 'string'`.
  ///   - verb: `reads` or `writes`.
  ///   - remedy: What to change.
  static func remoteKeyInValue(
    _ inner: String, of innerTitle: String, outer: String, of outerTitle: String, _ form: String,
    _ verb: String, in entity: String, remedy: String, at span: SourceSpan, other: String,
    at first: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .remoteCollision,
      "\(innerTitle) of '\(entity)' \(verb) '\(inner)', but \(outerTitle) already \(verb) all of "
        + "'\(outer)' \(form)",
      at: span, notes: [Note("\(other) is here", at: first), Note(remedy, at: span)])
  }
}
