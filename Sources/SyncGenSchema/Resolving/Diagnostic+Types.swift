import SwiftSyncValues
import SyncGenDiagnostics
import SyncGenYAML

/// The messages about types, the values of enums, remote paths and defaults.
extension Diagnostic {
  static func sameRawValue(
    _ enumCase: EnumModel.Case, first: EnumModel.Case, of owner: String
  ) -> Diagnostic {
    Diagnostic(
      .invalidEnum,
      "cases '\(first.name.name)' and '\(enumCase.name.name)' of enum '\(owner)' have the same value "
        + enumCase.rawValue.spelling, at: enumCase.span,
      notes: [Note("'\(first.name.name)' is here", at: first.span)])
  }

  static func mixedRawValues(of owner: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidEnum, "enum '\(owner)' has both strings and integers as values",
      at: span)
  }

  static func unknownType(
    _ type: TypeExpression, of owner: String, known: [String], usual: String?
  ) -> Diagnostic {
    let near = usual ?? Suggestion.nearest(to: type.name, in: known)
    let isEnum = near == nil && type.name.lowercased() == "enum"
    let list = known.map { "'\($0)'" }.joined(separator: ", ")
    let other =
      known.isEmpty
      ? "declare it under 'enums', 'types' or 'scalars'"
      : "known types are \(list); declare others under 'enums', 'types' or 'scalars'"
    let note =
      isEnum
      ? "declare the enum under 'enums', and write its name here"
      : near.map { "did you mean '\($0)'?" } ?? other
    return Diagnostic(
      .unknownType, "\(owner) has unknown type '\(type.name)'", at: type.nameSpan,
      notes: [Note(note, at: type.nameSpan)],
      fixIt: near.map(type.fix))
  }

  static func unusedType(_ type: InlineType) -> Diagnostic {
    Diagnostic(
      .warning, .unusedType,
      "no attribute has the type '\(type.name)', so no code is generated for it",
      at: type.nameSpan,
      notes: [Note("remove it, or give an attribute this type", at: type.nameSpan)])
  }

  static func entityAsType(_ type: TypeExpression, of owner: String) -> Diagnostic {
    Diagnostic(
      .unknownType, "\(owner) has the entity '\(type.name)' as its type", at: type.nameSpan,
      notes: [Note("entities belong under 'relations'", at: type.nameSpan)])
  }

  /// The diagnostic for an attribute whose type is not a value: it contains entities, or types
  /// without a name.
  static func notAValue(
    _ type: TypeExpression, of owner: String, because culprit: String, _ field: YAMLPair,
    isInPlace: Bool
  ) -> Diagnostic {
    let name = "\(culprit).\(field.key)"
    guard TypeReader.nested(TypeFieldReader.typeNode(of: field.value)) == nil else {
      return Diagnostic(
        .invalidType,
        "\(owner) has the type '\(type.name)', whose field '\(name)' has lists or dictionaries as elements",
        at: type.nameSpan,
        notes: [Note("use 'json' for deeper structures", at: field.keySpan)])
    }
    guard !isInPlace else {
      return Diagnostic(
        .invalidType,
        "\(owner) has the type '\(type.name)', whose field '\(name)' declares a type inline",
        at: type.nameSpan,
        notes: [Note("declare that type under 'types', and name it here", at: field.keySpan)])
    }
    return Diagnostic(
      .entityInValue, "\(owner) has the type '\(type.name)', which refers to an entity",
      at: type.nameSpan,
      notes: [
        Note("field '\(name)' has an entity as its type", at: field.keySpan),
        Note("entities belong under 'relations'", at: type.nameSpan),
      ])
  }

  static func misplacedSecret(of owner: String, at span: SourceSpan) -> Diagnostic {
    misplacedKey(
      "secret", of: owner,
      belongs: "fields of 'query', 'body' and 'returns', and header fields", at: span)
  }

  static func endlessType(_ type: String, through mention: TypeGraph.Mention) -> Diagnostic {
    Diagnostic(
      .endlessType,
      "type '\(type)' contains itself through field '\(mention.field.key)', so its values would be nested endlessly",
      at: mention.field.keySpan,
      notes: [
        Note(
          "a type may contain itself in a list, a dictionary or a case of a tagged value",
          at: mention.span)
      ])
  }

  static func storedTwice(
    _ key: String, _ field: ValueField, _ other: ValueField, of type: String
  ) -> Diagnostic {
    Diagnostic(
      .columnCollision,
      "fields '\(other.name.name)' and '\(field.name.name)' of type '\(type)' are both stored as '\(key)'",
      at: field.span, notes: [Note("'\(other.name.name)' is here", at: other.span)])
  }

  static func unknownField(
    _ pair: YAMLPair, of type: ValueTypeModel, in owner: String
  ) -> Diagnostic {
    let (notes, fixIt) = suggestion(
      for: pair.key, in: type.fields.map(\.name.name), at: pair.keySpan)
    return Diagnostic(
      .invalidDefault,
      "the default of \(owner) has '\(pair.key)', which is not a field of '\(type.name.name)'",
      at: pair.keySpan, notes: notes, fixIt: fixIt)
  }

  static func defaultOfDocument(of owner: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidDefault,
      "\(owner) has a default, expected none: its type is a list of optional values, or refers to "
        + "entities or to a type that only endpoints use", at: span)
  }

  static func typeAsTarget(_ type: TypeExpression, of owner: String) -> Diagnostic {
    Diagnostic(
      .unknownEntity, "the target of \(owner) is the type '\(type.name)', expected an entity",
      at: type.nameSpan, notes: [Note("values belong under 'attributes'", at: type.nameSpan)])
  }

  static func moneyInsideList(_ type: TypeExpression, of owner: String) -> Diagnostic {
    Diagnostic(
      .invalidType, "\(owner) is a list of 'money', which is two values and cannot be listed",
      at: type.span)
  }

  static func moneyNeedsTwoPaths(of owner: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidRemote,
      "'remote' of \(owner) is one path, expected { minor: <path>, currency: <path> } for money",
      at: span)
  }

  static func twoPathsWithoutMoney(of owner: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidRemote,
      "'remote' of \(owner) names minor units and a currency, but its type is not 'money'",
      at: span)
  }

  static func unfitBackfill(
    of owner: String, isMoney: Bool, at span: SourceSpan
  ) -> Diagnostic {
    let problem =
      isMoney
      ? "is one expression, expected { minor: <SQL>, currency: <SQL> } for money"
      : "has minor units and a currency, expected one expression: its type is not 'money'"
    return Diagnostic(.invalidMigration, "'backfill' of \(owner) \(problem)", at: span)
  }

  static func repeatedPath(_ path: Located<RemotePath>, of owner: String) -> Diagnostic {
    Diagnostic(
      .invalidRemote, "'remote' of \(owner) names '\(path.value.dotted)' twice", at: path.span)
  }

  static func firstValueOfRelation(of owner: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidRemote, "'remote' of \(owner) has 'first-value', which only attributes have", at: span
    )
  }

  static func eachWithoutList(_ path: Located<RemotePath>, of owner: String) -> Diagnostic {
    Diagnostic(
      .invalidRemote,
      "'remote' of \(owner) is '\(path.value.dotted)', which reads a list, but the type is not a list",
      at: path.span)
  }

  static func moneyInItself(
    _ inner: Located<RemotePath>, outer: RemotePath, of owner: String
  ) -> Diagnostic {
    Diagnostic(
      .invalidRemote,
      "'remote' of \(owner) has '\(inner.value.dotted)' inside '\(outer.dotted)', "
        + "expected two values", at: inner.span)
  }

  /// - Parameter typed: The default, if it follows the type.
  static func nullDefault(
    of owner: String, isText: Bool, _ typed: TypedDefault?, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .invalidDefault,
      "the default of \(owner) is null; omit \(typed == nil ? "'default'" : "it") instead",
      at: span,
      notes: isText ? [Note("the string is written \"null\", in quotation marks", at: span)] : [],
      fixIt: typed?.removal)
  }

  static func invalidDefault(_ node: YAMLNode, of owner: String, expected: String) -> Diagnostic {
    Diagnostic(
      .invalidDefault, "the default of \(owner) is \(node.shape), expected \(expected)",
      at: node.span)
  }

  static func invalidJSONDefault(of owner: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidDefault,
      "the default of \(owner) is not valid JSON: numbers must be written as in JSON", at: span)
  }

  static func invalidPattern(
    _ problem: PatternProblem, of owner: String, at span: SourceSpan
  ) -> Diagnostic {
    let place =
      switch problem.offset {
      case 0: ""
      case 1: " (after 1 character)"
      case let offset: " (after \(offset) characters)"
      }
    return Diagnostic(
      .invalidScalar,
      "the pattern of \(owner) is not a regular expression: \(problem.message)\(place)", at: span)
  }

  static func invalidAppType(
    _ key: ScalarKey, of owner: String, expected: String, _ found: Located<String>
  ) -> Diagnostic {
    Diagnostic(
      .invalidScalar, "'\(key.rawValue)' of \(owner) is not the name of \(expected)",
      at: found.span)
  }

  static func unsignedNeedsInteger(of owner: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidScalar, "'swift: UInt64' of \(owner) does not fit its 'type'", at: span,
      notes: [Note("write 'type: int'", at: span)])
  }

  static func invalidRange(of owner: String, _ reason: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(.invalidScalar, "the range of \(owner) is invalid: \(reason)", at: span)
  }

  static func unfitDefault(
    of owner: String, _ scalar: NamedScalar, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .invalidDefault, "the default of \(owner) is not a '\(scalar.name)', \(scalar.expectation)",
      at: span)
  }

  static func misplacedTemporary(
    of owner: String, isIdentity: Bool, at span: SourceSpan
  ) -> Diagnostic {
    let reason =
      isIdentity
      ? "whose type has no temporary ids; 'int', 'string' and 'uuid' have them"
      : "which is not a part of the identity; only ids can be assigned by the server later"
    return Diagnostic(
      .invalidDefault, "the default of \(owner) is 'temporary', \(reason)", at: span)
  }

  static func temporaryOfScalar(
    of owner: String, _ scalar: NamedScalar, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .invalidDefault,
      "the default of \(owner) is 'temporary', but '\(scalar.name)' restricts its values; "
        + "use the type '\(scalar.base.rawValue)'", at: span)
  }

  static func unknownCase(
    _ text: String, in model: EnumModel, of owner: String, at span: SourceSpan
  ) -> Diagnostic {
    let known = model.cases.map(\.name.name)
    let (notes, fixIt) = suggestion(for: text, in: known, at: span)
    let list = known.map { "'\($0)'" }.joined(separator: ", ")
    let all = notes.isEmpty ? [Note("cases are \(list)", at: span)] : notes
    return Diagnostic(
      .invalidDefault,
      "the default of \(owner) is '\(text)', which is not a case of '\(model.name.name)'",
      at: span, notes: all, fixIt: fixIt)
  }
}

extension EnumModel.RawValue {
  /// The spelling in messages.
  var spelling: String {
    switch self {
    case .string(let text): "'\(text)'"
    case .int(let value): String(value)
    }
  }
}
