/// What is said about an error, to developers in logs and to users.
///
/// A string literal is a summary without advice.
package struct ErrorWords: ExpressibleByStringInterpolation {
  /// What is wrong, in logs, in lower case and without a full stop.
  private let summary: String
  /// What to do, in logs, in lower case and without a full stop.
  private let advice: String?
  /// What logs state about the error instead of its summary.
  private let details: String?
  /// The sentence for users, if it is not the summary.
  private let statedSentence: String?
  /// The advice for users, if it is not that in logs.
  private let statedSuggestion: String?

  package init(
    _ summary: String, advice: String? = nil, details: String? = nil, sentence: String? = nil,
    suggestion: String? = nil
  ) {
    self.summary = summary
    self.advice = advice
    self.details = details
    statedSentence = sentence
    statedSuggestion = suggestion
  }

  package init(stringLiteral summary: String) {
    self.init(summary)
  }

  /// For logs, in lower case and without a full stop.
  package var log: String { ErrorText.joined(details ?? summary, advice) }

  /// What is wrong, for users.
  package var sentence: String { statedSentence ?? ErrorText.sentence(summary) }

  /// What to do, for users; `nil` if that is not known.
  package var suggestion: String? { statedSuggestion ?? advice.map(ErrorText.sentence) }
}

extension SyncError {
  /// What is said about each error.
  var words: ErrorWords {
    switch self {
    case .database(let failure): failure.words
    case .unusableDatabase(let path, let reason): Self.unusable(path, reason)
    case .readOnlyDatabase(let path): Self.readOnly(path)
    case .protectedDatabase(let path): Self.protected(path)
    case .newerDatabase(let path, let version, let newest): Self.newer(path, version, newest)
    case .olderDatabase(let path, let version, let newest): Self.older(path, version, newest)
    case .unmigratedDatabase(let path, let version, let newest):
      Self.unmigrated(path, version, newest)
    case .otherVersion(let path, let version, let fingerprint, let difference):
      Self.other(path, version, fingerprint, difference)
    case .migrationFailed(let failure):
      ErrorWords(failure.description, sentence: failure.errorDescription)
    case .unknownEntity(let name, let known):
      "the schema has no entity '\(name)'; it has \(known.joined(separator: ", "))"
    case .unknownRelation(let name, let entity): "'\(entity)' has no to-one relationship '\(name)'"
    case .invalidStoredValue(let entity, let column, let expected, let found):
      Self.invalid(entity, column, expected, found)
    case .unreadableRow(let entity, let reason): "a row of '\(entity)' cannot be read: \(reason)"
    case .invalidValue(let entity, let column, let reason):
      "'\(entity)' cannot store the value in its column '\(column)': \(reason)"
    case .invalidPayload(let problem): ErrorWords(problem.description)
    case .refused(let refusal, let report): refusal.words(report)
    case .nullRequired(let entity, let member): Self.required(entity, member)
    case .changedIdentity(let entity, let identity): Self.changed(entity, identity)
    case .invalidOption(let message): ErrorWords(message)
    case .replacedID(let entity, let identity, let new): Self.replaced(entity, identity, new)
    case .unknownRow(let identity, let entity):
      "'\(entity)' has no row with the identity \(identity)"
    case .notRestorable(let entity):
      "'\(entity)' has neither an archive nor soft deletion, so its rows cannot be archived"
    case .movedAfterItself(let entity, let identity):
      "'\(entity)' \(identity) cannot be moved after itself"
    case .movedAcrossLists(let entity, let identity, let other):
      Self.moved(entity, identity, after: other)
    case .unreadableFile(let path, let reason): "cannot read \(path): \(reason)"
    case .cancelled: "the task was cancelled, so nothing was changed"
    case .closed: ErrorWords("the store is closed", advice: "open another one")
    case .suspended: ErrorWords("the store is suspended", advice: "resume it first")
    case .opening: Self.stillOpening
    case .noStore: Self.missingStore
    case .unsentChanges(let count): Self.unsent(count)
    case .interruptedPayload(let interruption): interruption.words
    case .endedTransaction: Self.ended
    case .ambiguousParent(let parent, let entity, let relations):
      Self.ambiguous(parent, entity, relations)
    case .missingColumn(let column, let entity): Self.missing(column, entity)
    case .invalidStatement(let sql, let reason): "\(reason) (\(sql))"
    case .unusableConnection(let reason): "the connection cannot be used: \(reason)"
    case .missingFullTextSearch(let entity): Self.missingSearch(entity)
    }
  }
}

/// The longer ones.
extension SyncError {
  private static func unusable(
    _ path: String, _ reason: String, advice: String? = nil, suggestion: String? = nil
  ) -> ErrorWords {
    ErrorWords(
      "the database \(path) cannot be used: \(reason)", advice: advice, suggestion: suggestion)
  }

  private static func readOnly(_ path: String) -> ErrorWords {
    ErrorWords(
      "the database \(path) is read-only: it belongs to another program, and the schema has "
        + "'adopt: read-only'",
      advice: "let that program write, or copy the rows into a database of your own")
  }

  private static func protected(_ path: String) -> ErrorWords {
    ErrorWords(
      "the database \(path) cannot be read: the system protects it while the device is locked",
      advice: "unlock the device and try again")
  }

  private static func newer(_ path: String, _ version: Int, _ newest: Int) -> ErrorWords {
    if version <= newest {
      return unusable(
        path, "an app with a newer version of SwiftSyncRuntime has written it",
        advice: "update the app")
    }
    return unusable(
      path, "it has schema version \(version), but only versions up to \(newest) are supported",
      advice:
        "update the app; if version \(version) was never released, or was reverted, no update "
        + "helps: delete the database, or open it with "
        + "'whenUnreadable: .startOver(keeping: folder, including: [.newer])'",
      suggestion: "Update the app.")
  }

  private static func older(_ path: String, _ version: Int, _ newest: Int) -> ErrorWords {
    unusable(
      path,
      "it has schema version \(version), and there is no migration from it to version \(newest); "
        + "open it with an earlier release of the app first, or freeze version \(version) and "
        + "generate the migration",
      suggestion: "Open the database first with a version of the app that can migrate it.")
  }

  private static func unmigrated(_ path: String, _ version: Int, _ newest: Int) -> ErrorWords {
    unusable(
      path,
      "it has schema version \(version), and a store with the role 'extension' does not migrate it "
        + "to version \(newest)",
      advice: "open the app, which does", suggestion: "Open the app once.")
  }

  private static func other(
    _ path: String, _ version: Int, _ fingerprint: String, _ difference: String?
  ) -> ErrorWords {
    unusable(
      path,
      "another version \(version) (\(fingerprint.prefix(8))…) created it: a revert, a branch or an "
        + "unfrozen build" + (difference.map { "; \($0)" } ?? ""),
      advice: "if that version \(version) was released, restore it and make the change in a new "
        + "version; otherwise delete the database, or open it with "
        + "'whenUnreadable: .startOver(keeping: folder, including: [.otherVersion])'")
  }

  private static func invalid(
    _ entity: String, _ column: String, _ expected: String, _ found: String
  ) -> ErrorWords {
    ErrorWords(
      "'\(entity)' has a row whose column '\(column)' should contain \(expected) but "
        + "contains \(found); another program wrote it")
  }

  private static func required(_ entity: String, _ member: String) -> ErrorWords {
    "'\(entity).\(member)' is required and has no default, so it cannot become null"
  }

  private static func changed(_ entity: String, _ identity: String) -> ErrorWords {
    ErrorWords(
      "a patch for '\(entity)' \(identity) has the identity of another row",
      advice: "the identity of a row cannot change; insert a row with the new identity and delete "
        + "this one")
  }

  private static func replaced(_ entity: String, _ identity: String, _ new: String) -> ErrorWords {
    ErrorWords(
      "the temporary id '\(identity)' of '\(entity)' was replaced by '\(new)'; "
        + "a new row needs a new id")
  }

  private static func moved(
    _ entity: String, _ identity: String, after other: String
  ) -> ErrorWords {
    ErrorWords(
      "'\(entity)' \(identity) cannot be moved after \(other), which has another parent",
      advice: "set that parent first")
  }

  private static let stillOpening = ErrorWords(
    "the store is still being opened",
    advice: "wait with 'opened()', or use an asynchronous call, which waits",
    suggestion: "Try again in a moment.")

  private static let missingStore = ErrorWords(
    "the view's environment has no store", advice: "add '.syncStore(store)' to the view")

  private static func unsent(_ count: Int) -> ErrorWords {
    ErrorWords(
      count == 1 ? "1 change has not been sent" : "\(count) changes have not been sent",
      advice: "sync first, or discard them")
  }

  private static let ended = ErrorWords(
    "the transaction has ended: SQLite rolled it back, or its closure has returned",
    suggestion: "Use a transaction only inside its closure.")

  private static func ambiguous(
    _ parent: String, _ entity: String, _ relations: [String]
  ) -> ErrorWords {
    guard let first = relations.first else {
      return "'\(entity)' has no to-one relationship to '\(parent)'"
    }
    return ErrorWords(
      "'\(entity)' has several to-one relationships to '\(parent)' "
        + "(\(relations.joined(separator: ", "))); name one",
      suggestion: "Name the relationship: .\(call(first)).")
  }

  /// The call that returns the scope of a relationship, e.g. `project(id)` or `subject(post: id)`.
  private static func call(_ relation: String) -> String {
    let names = relation.split(separator: ".", maxSplits: 1)
    guard names.count == 2, let entity = names.last else { return "\(relation)(id)" }
    return "\(names[0])(\(entity.prefix(1).lowercased() + entity.dropFirst()): id)"
  }

  private static func missing(_ column: String, _ entity: String) -> ErrorWords {
    ErrorWords(
      "the query does not return the column '\(column)' of '\(entity)'",
      suggestion: "Select the column '\(column)' in the query.")
  }

  private static func missingSearch(_ entity: String) -> ErrorWords {
    ErrorWords(
      "the search of '\(entity)' needs FTS5, which this build of SQLite lacks",
      advice: "link an SQLite that is built with SQLITE_ENABLE_FTS5")
  }
}

extension SyncError.PayloadInterruption {
  fileprivate var words: ErrorWords {
    let summary = "the payload ended early, so nothing was changed"
    return ErrorWords(
      "\(summary): \(self)",
      sentence: ErrorText.sentence(summary) + " " + ErrorText.sentence(ErrorText.words(of: cause)),
      suggestion: "Try again.")
  }
}
