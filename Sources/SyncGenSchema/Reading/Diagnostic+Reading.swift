import SyncGenDiagnostics
import SyncGenYAML

/// The messages about the shape of a schema.
extension Diagnostic {
  /// The note and the fix for a similar candidate.
  static func suggestion(
    for name: String, in known: [String], at span: SourceSpan
  ) -> (notes: [Note], fixIt: FixIt?) {
    guard let near = Suggestion.nearest(to: name, in: known) else { return ([], nil) }
    return (
      [Note("did you mean '\(near)'?", at: span)], FixIt(replacement: near, at: span)
    )
  }

  static func wrongShape(_ what: String, expected: String, found: YAMLNode) -> Diagnostic {
    Diagnostic(.wrongShape, "\(what) is \(found.shape), expected \(expected)", at: found.span)
  }

  /// A schema whose file is not a mapping.
  static func notAMapping(_ root: YAMLNode) -> Diagnostic {
    Diagnostic(
      .wrongShape,
      "the file is \(root.shape), but a schema has keys, such as 'swiftsync: 1'", at: root.span)
  }

  /// - Parameter item: The kind of item of which at least one is expected, if `found` is an empty
  ///   list or mapping.
  static func wrongShape(
    _ what: String, expected: String, item: String, found: YAMLNode
  ) -> Diagnostic {
    guard found.hasNoItems else { return wrongShape(what, expected: expected, found: found) }
    return Diagnostic(
      .wrongShape, "\(what) is empty, expected at least one \(item)", at: found.span)
  }

  static func emptyText(_ what: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .wrongShape, "\(what) is an empty string, expected at least one character", at: span)
  }

  /// - Parameter hint: What to write instead, if it is not another key.
  static func unknownKey(
    _ pair: YAMLPair, in owner: String, known: [String], hint: String? = nil
  ) -> Diagnostic {
    var (notes, fixIt) = suggestion(for: pair.key, in: known, at: pair.keySpan)
    if let hint = hint ?? missingSpace(in: pair.key) {
      (notes, fixIt) = ([Note(hint, at: pair.keySpan)], nil)
    } else if notes.isEmpty, let synonym = Synonyms.key(for: pair.key, in: known) {
      notes = [Note("did you mean '\(synonym)'?", at: pair.keySpan)]
    }
    let list = known.map { "'\($0)'" }.joined(separator: ", ")
    let all = notes.isEmpty ? [Note("known keys are \(list)", at: pair.keySpan)] : notes
    return Diagnostic(
      .unknownKey, "unknown key '\(pair.key)' in \(owner)", at: pair.keySpan, notes: all,
      fixIt: fixIt)
  }

  static func unknownTrait(
    _ name: Located<String>, of entity: String, known: [String]
  ) -> Diagnostic {
    let (notes, fixIt) = suggestion(for: name.value, in: known, at: name.span)
    return Diagnostic(
      .unknownTrait, "entity '\(entity)' has unknown trait '\(name.value)'", at: name.span,
      notes: notes, fixIt: fixIt)
  }

  static func repeatedTrait(
    _ name: Located<String>, of entity: String, first: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .duplicateName, "entity '\(entity)' names trait '\(name.value)' twice", at: name.span,
      notes: [Note("the first one is here", at: first)])
  }

  /// Two traits of one entity have a member with the same name.
  static func traitConflict(
    _ member: String, of entity: String, _ first: (trait: String, span: SourceSpan),
    _ second: (trait: String, span: SourceSpan), at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .traitConflict,
      "entity '\(entity)' gets '\(member)' from both traits '\(first.trait)' and "
        + "'\(second.trait)'",
      at: span,
      notes: [
        Note("'\(member)' of trait '\(first.trait)' is here", at: first.span),
        Note("'\(member)' of trait '\(second.trait)' is here", at: second.span),
        Note("declare '\(member)' in entity '\(entity)' to replace both", at: span),
      ])
  }

  static func missingKey(_ key: String, in owner: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(.missingKey, "\(owner) has no '\(key)'", at: span)
  }

  /// A schema without a name, in a file whose name is none.
  static func missingName(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .missingKey, "the schema has no 'name', and its file does not have the name of a schema",
      at: span,
      notes: [
        Note(
          "add 'name: App', or name the file with letters, digits, '-' and '_', such as app.yaml",
          at: span)
      ])
  }

  static func noEntities(at span: SourceSpan) -> Diagnostic {
    Diagnostic(.missingKey, "'entities' is empty, expected at least one entity", at: span)
  }

  static func notAFlag(_ what: String, found: YAMLNode) -> Diagnostic {
    guard let text = found.scalar?.text, !text.isEmpty else {
      return wrongShape(what, expected: "'true' or 'false'", found: found)
    }
    let replacement =
      switch text.lowercased() {
      case "yes", "on", "y", "true", "1": "true"
      case "no", "off", "n", "false", "0": "false"
      default: String?.none
      }
    return Diagnostic(
      .unknownValue, "\(what) is \(found.shape), expected 'true' or 'false'", at: found.span,
      notes: replacement.map { [Note("did you mean '\($0)'?", at: found.span)] } ?? [],
      fixIt: replacement.map { FixIt(replacement: $0, at: found.span) })
  }

  /// - Parameter maximum: The maximum, if the integer exceeds it.
  static func notAnInteger(
    _ what: String, atLeast minimum: Int, atMost maximum: Int? = nil, found: YAMLNode
  ) -> Diagnostic {
    let expected =
      maximum.map { "an integer from \(minimum) to \($0)" } ?? "an integer of at least \(minimum)"
    guard found.scalar?.text.isEmpty == false else {
      return wrongShape(what, expected: expected, found: found)
    }
    return Diagnostic(
      .unknownValue, "\(what) is \(found.shape), expected \(expected)", at: found.span)
  }

  /// - Parameter hint: What to write instead, if the value is like none of the known ones.
  static func unknownValue(
    _ text: String, for what: String, known: [String], hint: String? = nil, at span: SourceSpan
  ) -> Diagnostic {
    var (notes, fixIt) = suggestion(for: text, in: known, at: span)
    let synonym = Synonyms.value(for: text, in: known).map { "did you mean '\($0)'?" }
    if notes.isEmpty, let hint = synonym ?? hint { notes = [Note(hint, at: span)] }
    let list = known.map { "'\($0)'" }.joined(separator: ", ")
    return Diagnostic(
      .unknownValue, "\(what) is '\(text)', expected one of \(list)", at: span, notes: notes,
      fixIt: fixIt)
  }

  static func needsQuotes(_ text: String, for what: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .needsQuotes, "\(what) is \(text) without quotation marks, which is ambiguous",
      at: span, notes: [Note("write \"\(text)\" for the string", at: span)],
      fixIt: FixIt(replacement: "\"\(text)\"", at: span))
  }

  static func invalidType(_ text: String, for what: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidType,
      "\(what) is '\(text)', expected a name, '[name]' or '[string: name]', followed by '?' if optional",
      at: span)
  }

  static func invalidListType(for what: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidType,
      "\(what) is an invalid list: a list has one element type, such as '[string]'; a dictionary "
        + "is '[string: int]'",
      at: span)
  }

  static func invalidTarget(
    of owner: String, isDictionary: Bool, at span: SourceSpan
  ) -> Diagnostic {
    let found = isDictionary ? "a dictionary" : "an optional list"
    return Diagnostic(
      .invalidType,
      "the target of \(owner) is \(found), expected 'Entity', 'Entity?' or '[Entity]'",
      at: span)
  }

  static func invalidRemote(
    _ path: String, key: String = "remote", of owner: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .invalidRemote, "'\(key)' of \(owner) is '\(path)', expected keys joined by single dots",
      at: span)
  }

  static func retentionOfFlag(_ flag: String, of owner: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidSync,
      "'tombstone.retention' of \(owner) needs a date, but the flag '\(flag)' does not say when a "
        + "row was deleted", at: span,
      notes: [
        Note(
          "remove 'retention', or mark deleted rows with an optional date: 'attribute:'", at: span)
      ])
  }

  static func twoTombstones(of owner: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidSync, "'tombstone' of \(owner) has both 'attribute' and 'flag'", at: span,
      notes: [Note("write 'attribute' for a date, or 'flag' for a 'bool'", at: span)])
  }

  static func retentionWithoutKeep(of owner: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidSync,
      "'tombstone.retention' of \(owner) has no effect: deleted rows are removed at once",
      at: span,
      notes: [
        Note("add 'soft-delete: true' to keep them for this time, or remove 'retention'", at: span)
      ])
  }

  static func invalidDuration(
    _ key: String, of owner: String, found: YAMLNode
  ) -> Diagnostic {
    let text = found.scalar.map { "'\($0.text)'" } ?? found.shape
    return Diagnostic(
      .invalidSync,
      "'\(key)' of \(owner) is \(text), expected a number and a unit, e.g. 30d or 12h",
      at: found.span)
  }

  static func unknownRule(_ code: String, known: [String], at span: SourceSpan) -> Diagnostic {
    let (notes, fixIt) = suggestion(for: code, in: known, at: span)
    let list = known.map { "'\($0)'" }.joined(separator: ", ")
    let all = notes.isEmpty ? [Note("lint rules are \(list)", at: span)] : notes
    return Diagnostic(
      .unknownRule, "unknown lint rule '\(code)'", at: span, notes: all, fixIt: fixIt)
  }

  static func invalidRule(_ code: String, text: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidRule, "rule '\(code)' is '\(text)', expected warn, error, off, or \"off: reason\"",
      at: span)
  }

  static func invalidMigrationVersion(
    _ text: String, version: Int, at span: SourceSpan
  ) -> Diagnostic {
    let found = "'migrations' has the version '\(text)'"
    return Diagnostic(
      .invalidMigration,
      version < 2
        ? "\(found), but 'version' of the schema is 1"
        : "\(found), expected \(versions(from: 2, to: version)) ('version' of the schema)", at: span
    )
  }

  static func unsupportedVersion(
    _ oldest: Int, version: Int, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .invalidOldestVersion,
      "'oldest-version' is \(oldest), expected \(versions(from: 1, to: version)) ('version' of the "
        + "schema)", at: span)
  }

  private static func versions(from first: Int, to last: Int) -> String {
    first == last ? "\(last)" : "a version from \(first) to \(last)"
  }

  static func invalidStep(version: Int, stated: [String], at span: SourceSpan) -> Diagnostic {
    let found =
      stated.isEmpty ? "is empty" : "has " + stated.map { "'\($0)'" }.joined(separator: " and ")
    return Diagnostic(
      .invalidMigration,
      "a step to version \(version) \(found), expected one of "
        + "'sql', 'custom', 'drops', 'allow-lossy', 'remote-changed'", at: span)
  }

  static func invalidPredicate(
    _ flaw: String, of what: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .invalidIndex, "'where' of \(what) has \(flaw), expected one condition in SQL", at: span)
  }

  static func invalidCheck(_ flaw: String, of owner: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidCheck, "'check' of \(owner) has \(flaw), expected one condition in SQL", at: span)
  }

  static func invalidBackfill(
    _ flaw: String, of owner: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .invalidMigration, "'backfill' of \(owner) has \(flaw), expected one expression in SQL",
      at: span)
  }

  static func invalidScript(_ flaw: String, of what: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidMigration,
      "\(what) has \(flaw), expected statements that can run inside a transaction", at: span)
  }

  static func renamedFromItself(_ owner: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidMigration, "'renamed-from' of \(owner) is its current name, expected the former one",
      at: span)
  }

  static func invalidAcronym(_ text: Located<String>) -> Diagnostic {
    Diagnostic(
      .invalidName,
      "acronym '\(text.value)' does not consist of two or more capital letters and "
        + "digits", at: text.span)
  }

  static func unknownSet(_ set: Located<String>, known: [String]) -> Diagnostic {
    let (notes, fixIt) = suggestion(for: set.value, in: known, at: set.span)
    let list = known.map { "'\($0)'" }.joined(separator: ", ")
    let all = notes.isEmpty ? [Note("known sets are \(list)", at: set.span)] : notes
    return Diagnostic(
      .unknownSet, "unknown template set '\(set.value)'", at: set.span, notes: all, fixIt: fixIt
    )
  }

  static func unreadableFile(
    _ path: String, _ error: FileReadError, at span: SourceSpan
  ) -> Diagnostic {
    let message =
      span.path == path
      ? "cannot read the file: \(error.message)" : "cannot read '\(path)': \(error.message)"
    return Diagnostic(error.code, message, at: span)
  }

  static func notASchema(_ pairs: [YAMLPair], at span: SourceSpan) -> Diagnostic {
    let isFragment = pairs.allSatisfy { FragmentKey(rawValue: $0.key) != nil }
    let message =
      isFragment
      ? "this is a fragment, not a schema: it has no 'swiftsync' key"
      : "this is not a schema: it has no 'swiftsync' key"
    let hint =
      isFragment
      ? "name the schema that includes it, or begin the file with 'swiftsync: 1'"
      : "a schema begins with 'swiftsync: 1'"
    return Diagnostic(.notASchema, message, at: span, notes: [Note(hint, at: span)])
  }

  static func languageVersion(_ found: YAMLNode) -> Diagnostic {
    if found.scalar?.text == "1" {
      return Diagnostic(
        .languageVersion, "language version is the string '1', expected 1 without quotation marks",
        at: found.span, fixIt: FixIt(replacement: "1", at: found.span))
    }
    let text = found.scalar.map { "'\($0.text)'" } ?? found.shape
    return Diagnostic(
      .languageVersion, "language version \(text) is not known, expected 1", at: found.span,
      notes: [Note("the version of the schema itself is 'version'", at: found.span)])
  }

  static func languageNotFirst(at span: SourceSpan) -> Diagnostic {
    Diagnostic(.languageVersion, "'swiftsync' is not the first key of the schema", at: span)
  }

  static func includedTwice(_ path: String, isSchema: Bool, at span: SourceSpan) -> Diagnostic {
    let message =
      isSchema ? "'\(path)' is the schema itself" : "'\(path)' is included a second time"
    return Diagnostic(.includedTwice, message, at: span)
  }

  static func keyOfSchema(_ pair: YAMLPair, included: SourceSpan) -> Diagnostic {
    Diagnostic(
      .notAFragment,
      "key '\(pair.key)' is not allowed in a fragment, which can have only 'enums', 'types', "
        + "'scalars', 'traits', 'entities' and 'migrations'",
      at: pair.keySpan, notes: [Note("it is included here", at: included)])
  }

  static func notAFragment(at span: SourceSpan, included: SourceSpan) -> Diagnostic {
    Diagnostic(
      .notAFragment, "a fragment cannot have a 'swiftsync' key", at: span,
      notes: [Note("it is included here", at: included)])
  }
}
