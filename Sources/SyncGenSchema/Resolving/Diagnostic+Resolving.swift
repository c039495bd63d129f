import SyncGenDiagnostics
import SyncGenYAML

/// The wording of everything that can be wrong with what names mean.
extension Diagnostic {
  static func reservedName(_ name: Located<String>, of kind: String, reason: String) -> Diagnostic {
    let proposal = ReservedNames.proposal(for: name.value, kind: kind)
    return Diagnostic(
      .reservedName, "\(kind) name '\(name.value)' cannot be used: \(reason)", at: name.span,
      notes: [Note("call it '\(proposal)', for example", at: name.span)])
  }

  static func invalidTableName(_ name: Located<String>) -> Diagnostic {
    Diagnostic(
      .invalidName, "'\(name.value)' is no name for SQL, expected ASCII letters, digits and '_'",
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
      .invalidEnum, "enum '\(owner)' mixes values that are text with values that are integers",
      at: span)
  }

  static func unknownType(
    _ type: TypeExpression, of owner: String, known: [String], usual: String?
  ) -> Diagnostic {
    let near = usual ?? Suggestion.nearest(to: type.name, in: known)
    let list = known.map { "'\($0)'" }.joined(separator: ", ")
    let note = near.map { "did you mean '\($0)'?" } ?? "known types are \(list)"
    return Diagnostic(
      .unknownType, "\(owner) has unknown type '\(type.name)'", at: type.nameSpan,
      notes: [Note(note, at: type.nameSpan)],
      fixIt: type.nameSpan == type.span && (type.isOptional || type.shape != .plain)
        ? nil : near.map { FixIt(replacement: $0, at: type.nameSpan) })
  }

  static func entityAsType(_ type: TypeExpression, of owner: String) -> Diagnostic {
    Diagnostic(
      .unknownType, "\(owner) has the entity '\(type.name)' as its type", at: type.nameSpan,
      notes: [Note("entities are named under 'relations'", at: type.nameSpan)])
  }

  static func typeAsTarget(_ type: TypeExpression, of owner: String) -> Diagnostic {
    Diagnostic(
      .unknownEntity, "the target of \(owner) is the type '\(type.name)', expected an entity",
      at: type.nameSpan, notes: [Note("values stand under 'attributes'", at: type.nameSpan)])
  }

  static func moneyInsideList(_ type: TypeExpression, of owner: String) -> Diagnostic {
    Diagnostic(
      .invalidType, "\(owner) is a list of 'money', which is two values and cannot be listed",
      at: type.span)
  }

  static func misplacedKey(
    _ key: some SchemaKey, of owner: String, belongs place: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .misplacedKey, "'\(key.rawValue)' of \(owner) means nothing there, it belongs to \(place)",
      at: span)
  }

  static func moneyNeedsTwoPaths(of owner: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidRemote,
      "'remote' of \(owner) is one path, expected { minor: <path>, currency: <path> } for money",
      at: span)
  }

  static func twoPathsWithoutMoney(of owner: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidRemote, "'remote' of \(owner) names minor units and a currency, but it is no money",
      at: span)
  }

  static func repeatedPath(_ path: Located<RemotePath>, of owner: String) -> Diagnostic {
    Diagnostic(
      .invalidRemote, "'remote' of \(owner) names '\(path.value.dotted)' twice", at: path.span)
  }

  static func nullDefault(of owner: String, isText: Bool, at span: SourceSpan) -> Diagnostic {
    guard isText else {
      return Diagnostic(
        .invalidDefault, "the default of \(owner) is nothing, leave 'default' out instead", at: span
      )
    }
    return needsQuotes("null", for: "the default of \(owner)", at: span)
  }

  static func invalidDefault(_ node: YAMLNode, of owner: String, expected: String) -> Diagnostic {
    Diagnostic(
      .invalidDefault, "the default of \(owner) is \(node.shape), expected \(expected)",
      at: node.span)
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
      "the default of \(owner) is '\(text)', which is no case of '\(model.name.name)'",
      at: span, notes: all, fixIt: fixIt)
  }

  static func unknownEntity(
    _ name: String, in place: String, known: [String], at span: SourceSpan
  ) -> Diagnostic {
    let (notes, fixIt) = suggestion(for: name, in: known, at: span)
    return Diagnostic(
      .unknownEntity, "\(place) is unknown: there is no entity '\(name)'", at: span, notes: notes,
      fixIt: fixIt)
  }

  static func unknownInverse(
    _ name: String, of owner: String, in target: String, known: [String], at span: SourceSpan
  ) -> Diagnostic {
    let near = Suggestion.nearest(to: name, in: known)
    let list = known.map { "'\($0)'" }.joined(separator: ", ")
    let note =
      near.map { "did you mean '\($0)'?" }
      ?? (known.isEmpty
        ? "write 'inverse: none' if nothing leads back" : "these lead back: \(list)")
    return Diagnostic(
      .unknownInverse, "the inverse of \(owner) is unknown: '\(target)' has no relation '\(name)'",
      at: span, notes: [Note(note, at: span)],
      fixIt: near.map { FixIt(replacement: $0, at: span) })
  }

  static func invalidInverse(
    of owner: String, _ other: String, _ problem: String, at span: SourceSpan
  ) -> Diagnostic {
    let subject = problem == "is the relation itself" ? "which " : "but that "
    return Diagnostic(
      .invalidInverse, "the inverse of \(owner) is \(other), \(subject)\(problem)", at: span)
  }

  static func ambiguousInverse(
    of owner: String, candidates: [(name: String, span: SourceSpan)], at span: SourceSpan
  ) -> Diagnostic {
    let list = candidates.map { "'\($0.name)'" }.joined(separator: ", ")
    return Diagnostic(
      .ambiguousInverse, "\(owner) needs 'inverse:', since it could be \(list) or none", at: span,
      notes: candidates.map { Note("'\($0.name)' is here", at: $0.span) })
  }

  static func onDeleteConflict(
    _ here: Located<DeleteRule>, of owner: String, _ there: Located<DeleteRule>, of other: String
  ) -> Diagnostic {
    Diagnostic(
      .onDeleteConflict,
      "'on-delete' of \(owner) is '\(here.value.rawValue)', but its inverse says '\(there.value.rawValue)'",
      at: here.span, notes: [Note("'\(there.value.rawValue)' of \(other) is here", at: there.span)])
  }

  static func nullifyOfRequired(_ owner: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidOnDelete, "'on-delete' is 'nullify', but \(owner) is required and cannot be null",
      at: span)
  }

  static func keepOfEnforced(_ owner: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidOnDelete, "'on-delete' is 'keep', but \(owner) is enforced and must name a row",
      at: span)
  }

  static func deleteRuleOfManyToMany(_ rule: Located<DeleteRule>, of owner: String) -> Diagnostic {
    Diagnostic(
      .invalidOnDelete,
      "'on-delete' of \(owner) is '\(rule.value.rawValue)', but a many-to-many can only 'nullify'",
      at: rule.span)
  }

  static func compositeTarget(_ target: String, of owner: String, at span: SourceSpan) -> Diagnostic
  {
    Diagnostic(
      .compositeTarget,
      "\(owner) cannot name rows of '\(target)', whose identity has several parts", at: span)
  }

  static func invalidOrder(_ name: Located<String>, of owner: String, target: String) -> Diagnostic
  {
    Diagnostic(
      .invalidOrder,
      "'ordered' of \(owner) is '\(target).\(name.value)', expected a 'double' that travels both ways",
      at: name.span)
  }

  static func orderOfFarSide(_ owner: String, owner other: String, at span: SourceSpan)
    -> Diagnostic
  {
    Diagnostic(
      .invalidOrder,
      "\(owner) cannot keep an order, since the join table belongs to \(other); state 'inverse:' here",
      at: span)
  }

  static func throughConflict(
    _ name: String, of owner: String, _ other: String, of first: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .invalidThrough, "\(owner) goes through '\(name)', but \(first) through '\(other)'", at: span)
  }

  static func throughSides(
    _ name: String, of owner: String, _ left: String, _ right: String, at span: SourceSpan
  ) -> Diagnostic {
    let sides =
      left == right ? "two to-ones to '\(left)'" : "one to-one to '\(left)' and one to '\(right)'"
    return Diagnostic(
      .invalidThrough, "\(owner) goes through '\(name)', which needs exactly \(sides)", at: span)
  }

  static func throughIdentity(_ name: String, sides: [String], at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidThrough,
      "rows of '\(name)' are made by a list, expected 'identity: [\(sides.joined(separator: ", "))]' "
        + "or an id with 'default: new'", at: span)
  }

  static func throughNeedsDefault(_ what: String, of owner: String, at span: SourceSpan)
    -> Diagnostic
  {
    Diagnostic(
      .invalidThrough, "\(what) is required and has no default, but \(owner) makes such rows",
      at: span)
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
      notes: [Note("add 'id: uuid', or say with 'identity:' what tells its rows apart", at: span)])
  }

  static func invalidIdentity(
    _ name: Located<String>, of entity: String, _ problem: String
  ) -> Diagnostic {
    Diagnostic(
      .invalidIdentity, "'\(name.value)' cannot identify rows of '\(entity)': it \(problem)",
      at: name.span)
  }

  static func circularIdentity(_ entity: Located<String>) -> Diagnostic {
    Diagnostic(
      .invalidIdentity, "the identity of '\(entity.value)' leads back to itself", at: entity.span)
  }

  static func invalidSync(
    _ name: Located<String>, key: String, of entity: String, expected: String
  ) -> Diagnostic {
    Diagnostic(
      .invalidSync, "'\(key)' of entity '\(entity)' is '\(name.value)', expected \(expected)",
      at: name.span)
  }

  static func repeatedIndex(of entity: String, at span: SourceSpan, first: SourceSpan) -> Diagnostic
  {
    Diagnostic(
      .invalidIndex, "entity '\(entity)' has this index already", at: span,
      notes: [Note("the first one is here", at: first)])
  }

  static func notIndexable(_ name: Located<String>, of entity: String) -> Diagnostic {
    Diagnostic(
      .invalidIndex, "'\(entity).\(name.value)' is not a column that can be compared", at: name.span
    )
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

  static func memberCollision(
    _ name: Located<String>, in entity: String, first: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .memberCollision,
      "an attribute and a relation of '\(entity)' are both called '\(name.value)'",
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
      .columnCollision, "\(title) and \(other) are both column '\(name)' of '\(table)'", at: span,
      notes: [Note("\(other) is here", at: first)])
  }

  static func joinColumnCollision(
    _ name: String, in table: String, of owner: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .columnCollision,
      "both sides of \(owner) are column '\(name)' of '\(table)', rename the relation",
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

  static func remoteKeyInValue(
    _ inner: String, of innerTitle: String, outer: String, of outerTitle: String,
    in entity: String, at span: SourceSpan, other: String, at first: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .remoteCollision,
      "\(innerTitle) of '\(entity)' has the key '\(inner)' inside of '\(outer)', "
        + "the value of \(outerTitle)",
      at: span, notes: [Note("\(other) is here", at: first)])
  }

  static func moneyInItself(
    _ inner: Located<RemotePath>, outer: RemotePath, of owner: String
  ) -> Diagnostic {
    Diagnostic(
      .invalidRemote,
      "'remote' of \(owner) has '\(inner.value.dotted)' inside of '\(outer.dotted)', "
        + "expected two values", at: inner.span)
  }
}

extension EnumModel.RawValue {
  /// As a message shows it.
  fileprivate var spelling: String {
    switch self {
    case .string(let text): "'\(text)'"
    case .int(let value): String(value)
    }
  }
}
