import SyncGenDiagnostics

/// The messages about relationships: targets, inverses, delete rules, order and `through`.
extension Diagnostic {
  /// - Parameter fix: The correction to a similar name; `nil` if the span contains only the name.
  static func unknownEntity(
    _ name: String, in place: String, known: [String], at span: SourceSpan,
    droppedIn version: Int? = nil, fix: ((String) -> FixIt)? = nil
  ) -> Diagnostic {
    if let version {
      return Diagnostic(
        .unknownEntity, "\(place) is unknown: there is no entity '\(name)'", at: span,
        notes: [
          Note("the step to version \(version) drops '\(name)'; remove what names it", at: span)
        ])
    }
    var (notes, fixIt) = suggestion(for: name, in: known, at: span)
    if let fix { fixIt = fixIt.map { fix($0.replacement) } }
    if notes.isEmpty, !known.isEmpty {
      let list = known.prefix(12).map { "'\($0)'" }.joined(separator: ", ")
      let rest = known.count > 12 ? " and \(known.count - 12) more" : ""
      notes = [Note("the schema has \(list)\(rest)", at: span)]
    }
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
        ? "write 'inverse: none' if there is no inverse" : "possible inverses: \(list)")
    return Diagnostic(
      .unknownInverse,
      "the inverse of \(owner) is unknown: '\(target)' has no relationship '\(name)'",
      at: span, notes: [Note(note, at: span)],
      fixIt: near.map { FixIt(replacement: $0, at: span) })
  }

  static func invalidInverse(
    of owner: String, _ other: String, _ problem: String, at span: SourceSpan
  ) -> Diagnostic {
    let subject = problem == "is the relationship itself" ? "which " : "but "
    return Diagnostic(
      .invalidInverse, "the inverse of \(owner) is \(other), \(subject)\(problem)", at: span)
  }

  static func ambiguousInverse(
    of owner: String, candidates: [(name: String, span: SourceSpan)], at span: SourceSpan
  ) -> Diagnostic {
    let names = candidates.map { "'\($0.name)'" }
    let list =
      names.count > 1
      ? names.dropLast().joined(separator: ", ") + " or " + names[names.count - 1] : names.joined()
    return Diagnostic(
      .ambiguousInverse, "\(owner) needs 'inverse:', because it could be \(list)", at: span,
      notes: candidates.map { Note("'\($0.name)' is here", at: $0.span) }
        + [separateList(at: span)])
  }

  /// The only relationship that could be the inverse of a list already has another one.
  static func takenInverse(
    of owner: String, candidate: String, by taken: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .invalidInverse,
      "\(owner) needs 'inverse:'. Its only candidate, \(candidate), already belongs to \(taken)",
      at: span, notes: [separateList(at: span)])
  }

  private static func separateList(at span: SourceSpan) -> Note {
    Note("write 'inverse: none' for a separate list, which has its own join table", at: span)
  }

  static func onDeleteConflict(
    _ here: Located<DeleteRule>, of owner: String, _ there: Located<DeleteRule>, of other: String
  ) -> Diagnostic {
    Diagnostic(
      .onDeleteConflict,
      "'on-delete' of \(owner) is '\(here.value.rawValue)', but its inverse has '\(there.value.rawValue)'",
      at: here.span, notes: [Note("'\(there.value.rawValue)' of \(other) is here", at: there.span)])
  }

  static func nullifyOfRequired(_ owner: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidOnDelete, "'on-delete' is 'nullify', but \(owner) is required and cannot be null",
      at: span,
      notes: [
        Note(
          "make it optional, or write 'cascade' to delete the rows that refer to a deleted row",
          at: span)
      ])
  }

  static func keepOfEnforced(_ owner: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidOnDelete,
      "'on-delete' is 'keep', but \(owner) has a foreign key, so its row must exist",
      at: span,
      notes: [
        Note(
          "remove 'foreign-key', or write 'deny' to refuse the deletion or 'cascade' to delete the rows "
            + "that refer to a deleted row", at: span)
      ])
  }

  static func deleteRuleOfManyToMany(_ rule: Located<DeleteRule>, of owner: String) -> Diagnostic {
    Diagnostic(
      .invalidOnDelete,
      "'on-delete' of \(owner) is '\(rule.value.rawValue)', expected 'nullify': the relationship is many-to-many",
      at: rule.span,
      notes: [
        Note("remove 'on-delete': a deleted row is removed from all lists", at: rule.span)
      ])
  }

  static func compositeTarget(_ target: String, of owner: String, at span: SourceSpan) -> Diagnostic
  {
    Diagnostic(
      .compositeTarget,
      "\(owner) cannot refer to rows of '\(target)', whose identity has several parts", at: span)
  }

  static func invalidOrder(_ name: Located<String>, of owner: String, target: String) -> Diagnostic
  {
    Diagnostic(
      .invalidOrder,
      "'ordered' of \(owner) is '\(target).\(name.value)', expected a 'double' that is synced in both directions",
      at: name.span)
  }

  /// - Parameter remedy: How to store the order on this side.
  static func orderOfFarSide(
    _ owner: String, owner other: String, remedy: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .invalidOrder,
      "\(owner) can't be ordered, because the order is stored on the other side, \(other)",
      at: span, notes: [Note("to store it here, \(remedy)", at: span)])
  }

  static func throughConflict(
    _ name: String, of owner: String, _ other: String, of first: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .invalidThrough, "'through' of \(owner) is '\(name)', but that of \(first) is '\(other)'",
      at: span)
  }

  static func throughSides(
    _ name: String, of owner: String, _ left: String, _ right: String, at span: SourceSpan
  ) -> Diagnostic {
    let sides =
      left == right ? "two to-ones to '\(left)'" : "one to-one to '\(left)' and one to '\(right)'"
    return Diagnostic(
      .invalidThrough, "'through' of \(owner) is '\(name)', which needs exactly \(sides)", at: span)
  }

  static func throughIdentity(
    _ name: String, of owner: String, sides: [String], at span: SourceSpan
  ) -> Diagnostic {
    let identity = "identity: [\(sides.joined(separator: ", "))]"
    return Diagnostic(
      .invalidThrough,
      "listing rows under \(owner) creates rows of '\(name)', but nothing gives them an identity",
      at: span,
      notes: [Note("write '\(identity)' or 'id: uuid = new' for '\(name)'", at: span)])
  }

  static func throughNeedsDefault(_ what: String, of owner: String, at span: SourceSpan)
    -> Diagnostic
  {
    Diagnostic(
      .invalidThrough,
      "\(what) is required and has no default, but \(owner) creates rows "
        + "without it",
      at: span)
  }
}
