import SyncGenDiagnostics

/// The messages about the settings of an entity for its members: identity, `sync` and indexes.
extension Diagnostic {
  static func misplacedKey(
    _ key: some SchemaKey, of owner: String, belongs place: String, at span: SourceSpan
  ) -> Diagnostic {
    misplacedKey(key.rawValue, of: owner, belongs: place, at: span)
  }

  static func misplacedKey(
    _ key: String, of owner: String, belongs place: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .misplacedKey, "'\(key)' has no effect on \(owner); it is valid only on \(place)", at: span)
  }

  /// A value that only other types have.
  ///
  /// - Parameter facts: What the owner is, and the values that it can have.
  static func unfitSetting(
    _ key: String, _ value: JSONDocument, of owner: String, which facts: String,
    at span: SourceSpan
  ) -> Diagnostic {
    var text = value.text()
    if case .text(let plain) = value { text = plain }
    return Diagnostic(
      .misplacedKey, "'\(key): \(text)' does not fit \(owner), which is \(facts)", at: span)
  }

  static func unknownMember(
    _ name: Located<String>, in place: String, of entity: EntityDraft
  ) -> Diagnostic {
    let known = entity.attributes.map(\.name.name) + entity.relations.map(\.name)
    let (notes, fixIt) = suggestion(for: name.value, in: known, at: name.span)
    return Diagnostic(
      .unknownMember, "\(place) names '\(name.value)', which entity '\(entity.name)' does not have",
      at: name.span, notes: notes, fixIt: fixIt)
  }

  static func repeatedMember(_ name: Located<String>, in place: String) -> Diagnostic {
    Diagnostic(.invalidIndex, "\(place) names '\(name.value)' twice", at: name.span)
  }

  static func noIdentity(of entity: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidIdentity, "entity '\(entity)' has no attribute 'id'", at: span,
      notes: [Note("add 'id: uuid', or name the identifying attributes with 'identity:'", at: span)]
    )
  }

  static func invalidIdentity(
    _ name: Located<String>, of entity: String, _ problem: String
  ) -> Diagnostic {
    Diagnostic(
      .invalidIdentity, "'\(name.value)' cannot identify rows of '\(entity)': \(problem)",
      at: name.span)
  }

  static func circularIdentity(_ entity: Located<String>) -> Diagnostic {
    Diagnostic(
      .invalidIdentity, "the identity of '\(entity.value)' refers to itself", at: entity.span)
  }

  static func invalidSync(
    _ name: Located<String>, key: String, of entity: String, expected: String
  ) -> Diagnostic {
    Diagnostic(
      .invalidSync, "'\(key)' of entity '\(entity)' is '\(name.value)', expected \(expected)",
      at: name.span)
  }

  static func flagAsTombstone(_ name: Located<String>, of entity: String) -> Diagnostic {
    let plain = invalidSync(
      name, key: "tombstone", of: entity, expected: "an optional 'date'")
    return Diagnostic(
      plain.code, plain.message, at: plain.span,
      notes: [Note("for a 'bool', write 'tombstone: { flag: \(name.value) }'", at: name.span)])
  }

  static func repeatedIndex(of entity: String, at span: SourceSpan, first: SourceSpan) -> Diagnostic
  {
    Diagnostic(
      .invalidIndex, "entity '\(entity)' already has this index", at: span,
      notes: [Note("the first one is here", at: first)])
  }

  static func uniqueExpression(of entity: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidIndex,
      "an index of entity '\(entity)' is unique and names a field of a value or a function",
      at: span,
      notes: [Note("only columns can be unique: remove 'unique', or index attributes", at: span)])
  }

  static func unknownIndexFunction(_ name: String, at span: SourceSpan) -> Diagnostic {
    let known = IndexFunction.allCases.map { "'\($0.rawValue)(…)'" }.joined(separator: ", ")
    let ofDates = ["day", "hour"].contains(name)
    return Diagnostic(
      .invalidIndex, "an index can't contain '\(name)(…)'; its functions are \(known)", at: span,
      notes: [
        Note(
          ofDates
            ? "the \(name) of a date depends on the time zone: index the date, and query a range of dates"
            : "index the attribute itself, or one with the result", at: span)
      ])
  }

  static func unfitIndexFunction(
    _ function: IndexFunction, _ argument: Located<String>, of entity: String
  ) -> Diagnostic {
    let isOfDays = function.argument == .day
    return Diagnostic(
      .invalidIndex,
      "'\(function.rawValue)(…)' in an index takes a \(isOfDays ? "day" : "string"), which "
        + "'\(entity).\(argument.value)' is not", at: argument.span,
      notes: isOfDays
        ? [
          Note(
            "the \(function.rawValue) of a date depends on the time zone: index the date, and query a "
              + "range of dates", at: argument.span)
        ] : [])
  }

  static func unknownIndexedField(
    _ part: String, in name: Located<String>, of type: ValueTypeModel
  ) -> Diagnostic {
    let near = Suggestion.nearest(to: part, in: type.fields.map(\.name.name))
    return Diagnostic(
      .unknownMember,
      "an index names '\(name.value)', but type '\(type.name.name)' has no field '\(part)'",
      at: name.span, notes: near.map { [Note("did you mean '\($0)'?", at: name.span)] } ?? [])
  }

  static func notIndexable(_ name: Located<String>, of entity: String) -> Diagnostic {
    Diagnostic(
      .invalidIndex, "'\(entity).\(name.value)' is not a column that can be compared", at: name.span
    )
  }
}
