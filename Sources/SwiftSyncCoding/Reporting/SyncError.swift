public import SwiftSyncFoundation

/// An error of a store.
///
/// A call that throws one has changed nothing, with one exception: a failed migration keeps the
/// steps before the failed one.
public indirect enum SyncError: Error, Equatable, Sendable {
  /// SQLite reported an error.
  case database(DatabaseFailure)
  /// The file is not a database, or is not a database of this schema and version.
  case unusableDatabase(path: String, reason: String)
  /// The call would write, and the schema has `adopt: read-only`: another program owns the database.
  case readOnlyDatabase(path: String)
  /// The device is locked, and the system protects the file until it is unlocked: before the first
  /// unlock after a restart, or with the `complete` protection. Open or resume the store again when
  /// protected data is available.
  case protectedDatabase(path: String)
  /// The database was written by an app with a newer version of the schema or a newer runtime.
  /// Update this app. If the version was never released, or was reverted, no update helps:
  /// `UnreadableDatabasePolicy.startOver` replaces the database.
  case newerDatabase(path: String, version: Int, newest: Int)
  /// The database has an older version, and there is no migration from it to the newest one. Open
  /// it first with an app that contains the intermediate versions, or freeze the schema before you
  /// change it.
  case olderDatabase(path: String, version: Int, newest: Int)
  /// The database has a version of the schema in its number alone: the schema that created it has
  /// another content under that number. The version was reverted and its number used again, frozen
  /// on two branches, or changed after the build that created the database. Nothing was changed.
  ///
  /// `fingerprint` is that of the schema that created the database. `difference` describes a
  /// difference between the tables, if they were compared.
  case otherVersion(path: String, version: Int, fingerprint: String, difference: String?)
  /// The database has an older version, and a migration step failed.
  case migrationFailed(MigrationFailure)
  /// The schema has no entity of this name.
  case unknownEntity(String, known: [String])
  /// The entity has no to-one relationship of this name.
  case unknownRelation(String, entity: String)
  /// Another program stored a value that does not match the type of its column.
  case invalidStoredValue(entity: String, column: String, expected: String, found: String)
  /// A stored row could not be read as a model.
  case unreadableRow(entity: String, reason: String)
  /// A column cannot hold the value, e.g. NaN or a date after the year 9999.
  case unstorableValue(entity: String, column: String, found: String)
  /// A value does not meet the rules of its attribute's scalar, e.g. a string does not match its
  /// pattern.
  case refusedValue(entity: String, column: String, reason: String)
  /// The payload is malformed JSON, or has no rows where they are expected.
  case invalidPayload(PayloadProblem)
  /// The payload is valid, but the call was rolled back.
  case refused(Refusal, report: SyncReport)
  /// A patch sets a required attribute without a default to null.
  case nullRequired(entity: String, member: String)
  /// A patch for one row has the identity of another row. Insert a row with that identity
  /// instead.
  case changedIdentity(entity: String, identity: String)
  /// An option of the call does not fit the entity.
  case invalidOption(String)
  /// A row cannot be inserted with a temporary id that the server has already replaced; the row has
  /// the new id.
  case replacedID(entity: String, identity: String, new: String)
  /// There is no row with this identity, given as a string.
  case unknownRow(String, entity: String)
  /// The entity has neither an archive nor a tombstone, so its rows cannot be archived or restored.
  case notRestorable(entity: String)
  /// A row cannot be moved after itself.
  case movedAfterItself(entity: String, identity: String)
  /// A row cannot be moved after a row that has another parent.
  case movedAcrossLists(entity: String, identity: String, after: String)
  /// A file could not be read.
  case unreadableFile(path: String, reason: String)
  /// The task was cancelled before the change was committed.
  case cancelled
  /// The store is closed. Open another one.
  case closed
  /// The store is suspended, and this call cannot wait. Call `SyncStore.resume()` first.
  case suspended
  /// The sequence of a payload's chunks threw an error, the `cause`.
  case interruptedPayload(PayloadInterruption)
  /// A transaction was used after its end, or SQLite rolled it back early because of a full disk or
  /// `OR ROLLBACK`. Do all of its work in its closure.
  case endedTransaction
  /// The entity has no to-one relationship to `parent`, or several, which `relations` lists. Name
  /// the relationship: `.parent("assignee", of: id)`.
  case ambiguousParent(String, entity: String, relations: [String])
  /// The result of a query for an entity lacks a column. Select a column with this name.
  case missingColumn(String, entity: String)
  /// A statement is not allowed here, or does not match its values.
  case unsuitableStatement(String, reason: String)
  /// The connection of another library is not in a state that permits writing rows.
  case unusableConnection(reason: String)
  /// The schema has `search:` for the entity, but SQLite was built without FTS5. The SQLite of
  /// Apple platforms has it.
  case missingFullTextSearch(entity: String)
}

extension SyncError: CustomStringConvertible {
  /// A description for logs, in lower case and without a full stop. It includes advice on what to
  /// do, if known.
  public var description: String {
    if case .database(let failure) = self { return failure.description }
    if case .refused(let refusal, let report) = self {
      return refusal.description + report.reasons(for: refusal)
    }
    return ErrorText.joined(summary, advice)
  }

  /// A description for logs, in lower case and without a full stop.
  package var summary: String {
    switch self {
    case .database(let failure): failure.summary
    case .unusableDatabase(let path, let reason): Self.unusable(path, reason)
    case .readOnlyDatabase(let path): Self.readOnly(path)
    case .protectedDatabase(let path): Self.protected(path)
    case .newerDatabase(let path, let version, let newest): Self.newer(path, version, newest)
    case .olderDatabase(let path, let version, let newest): Self.older(path, version, newest)
    case .otherVersion(let path, let version, let fingerprint, let difference):
      Self.other(path, version, fingerprint, difference)
    case .migrationFailed(let failure): failure.description
    case .unknownEntity(let name, let known):
      "the schema has no entity '\(name)'; it has \(known.joined(separator: ", "))"
    case .unknownRelation(let name, let entity):
      "'\(entity)' has no to-one relationship '\(name)'"
    case .invalidStoredValue(let entity, let column, let expected, let found):
      Self.invalid(entity, column, expected, found)
    case .unreadableRow(let entity, let reason): "a row of '\(entity)' cannot be read: \(reason)"
    case .unstorableValue(let entity, let column, let found):
      "'\(entity)' cannot store \(found) in its column '\(column)'"
    case .refusedValue(let entity, let column, let reason):
      "'\(entity)' cannot store the value in its column '\(column)': \(reason)"
    case .invalidPayload(let problem): problem.description
    case .refused(let refusal, _): refusal.description
    case .nullRequired(let entity, let member): Self.required(entity, member)
    case .changedIdentity(let entity, let identity):
      "a patch for '\(entity)' \(identity) has the identity of another row"
    case .replacedID(let entity, let identity, let new): Self.replaced(entity, identity, new)
    case .invalidOption(let message): message
    case .unknownRow(let identity, let entity):
      "'\(entity)' has no row with the identity \(identity)"
    case .notRestorable(let entity): Self.notRestorable(entity)
    case .movedAfterItself(let entity, let identity):
      "'\(entity)' \(identity) cannot be moved after itself"
    case .movedAcrossLists(let entity, let identity, let other):
      "'\(entity)' \(identity) cannot be moved after \(other), which has another parent"
    case .unreadableFile(let path, let reason): "cannot read \(path): \(reason)"
    case .cancelled: "the task was cancelled, so nothing was changed"
    case .closed: "the store is closed"
    case .suspended: "the store is suspended"
    case .interruptedPayload(let interruption):
      "the payload ended early, so nothing was changed: \(interruption)"
    case .endedTransaction: Self.ended
    case .ambiguousParent(let parent, let entity, let relations):
      Self.ambiguous(parent, entity, relations)
    case .missingColumn(let column, let entity):
      "the query does not return the column '\(column)' of '\(entity)'"
    case .unsuitableStatement(let sql, let reason): "\(reason) (\(sql))"
    case .unusableConnection(let reason): "the connection cannot be used: \(reason)"
    case .missingFullTextSearch(let entity):
      "the search of '\(entity)' needs FTS5, which this build of SQLite lacks"
    }
  }
}

/// The longer descriptions.
extension SyncError {
  private static func unusable(_ path: String, _ reason: String) -> String {
    "the database \(path) cannot be used: \(reason)"
  }

  private static func readOnly(_ path: String) -> String {
    "the database \(path) is read-only: it belongs to another program, and the schema has "
      + "'adopt: read-only'"
  }

  private static func protected(_ path: String) -> String {
    "the database \(path) cannot be read: the system protects it while the device is locked"
  }

  private static func newer(_ path: String, _ version: Int, _ newest: Int) -> String {
    unusable(
      path,
      version <= newest
        ? "an app with a newer version of SwiftSyncRuntime has written it"
        : "it has schema version \(version), but only versions up to \(newest) are supported")
  }

  private static func other(
    _ path: String, _ version: Int, _ fingerprint: String, _ difference: String?
  ) -> String {
    unusable(
      path,
      "another version \(version) (\(fingerprint.prefix(8))…) created it: a revert, a branch or an "
        + "unfrozen build" + (difference.map { "; \($0)" } ?? ""))
  }

  private static func older(_ path: String, _ version: Int, _ newest: Int) -> String {
    unusable(
      path,
      "it has schema version \(version), and there is no migration from it to version \(newest); "
        + "open it with an earlier release of the app first, or freeze version \(version) and "
        + "generate the migration")
  }

  private static func invalid(
    _ entity: String, _ column: String, _ expected: String, _ found: String
  ) -> String {
    "'\(entity)' has a row whose column '\(column)' should contain \(expected) but "
      + "contains \(found); another program wrote it"
  }

  private static func required(_ entity: String, _ member: String) -> String {
    "'\(entity).\(member)' is required and has no default, so it cannot become null"
  }

  private static func replaced(_ entity: String, _ identity: String, _ new: String) -> String {
    "the temporary id '\(identity)' of '\(entity)' was replaced by '\(new)'; "
      + "a new row needs a new id"
  }

  private static func notRestorable(_ entity: String) -> String {
    "'\(entity)' has neither an archive nor soft deletion, so its rows cannot be archived"
  }

  private static var ended: String {
    "the transaction has ended: SQLite rolled it back, or its closure has returned"
  }

  private static func ambiguous(
    _ parent: String, _ entity: String, _ relations: [String]
  ) -> String {
    relations.isEmpty
      ? "'\(entity)' has no to-one relationship to '\(parent)'"
      : "'\(entity)' has several to-one relationships to '\(parent)' "
        + "(\(relations.joined(separator: ", "))); name one"
  }
}

/// The error that ended the sequence of a payload's chunks.
public struct PayloadInterruption: Error, Equatable, Sendable, CustomStringConvertible {
  /// The error that the sequence threw.
  public let cause: any Error

  /// Creates an interruption, for tests.
  public init(_ cause: any Error) {
    self.cause = cause
  }

  /// The description of the cause.
  public var description: String { String(describing: cause) }

  /// Returns whether the descriptions of both causes are equal.
  public static func == (left: Self, right: Self) -> Bool {
    left.description == right.description
  }
}

extension SyncError: LocalizedError {
  /// A sentence that describes the error for users.
  public var errorDescription: String? {
    switch self {
    case .migrationFailed(let failure): failure.errorDescription
    case .interruptedPayload(let interruption):
      ErrorText.sentence("the payload ended early, so nothing was changed")
        + " " + ErrorText.sentence(ErrorText.words(of: interruption.cause))
    default: ErrorText.sentence(summary)
    }
  }

  /// A sentence that describes how to recover, or `nil` if that is not known.
  public var recoverySuggestion: String? {
    switch self {
    case .interruptedPayload: "Try again."
    case .olderDatabase: "Open the database first with a version of the app that can migrate it."
    case .newerDatabase: "Update the app."
    case .ambiguousParent(_, _, let relations) where !relations.isEmpty:
      "Name the relationship: .parent(\"\(relations[0])\", of: id)."
    case .missingColumn(let column, _): "Select the column '\(column)' in the query."
    case .endedTransaction: "Use a transaction only inside its closure."
    default: advice.map(ErrorText.sentence)
    }
  }

  /// The advice of `description`, in lower case and without a full stop.
  var advice: String? {
    switch self {
    case .database(let failure): DatabaseFailure.advice(for: failure.code)
    case .newerDatabase(_, let version, let newest) where version > newest:
      "update the app; if version \(version) was never released, or was reverted, no update helps: "
        + "delete the database, or open it with 'whenUnreadable: .startOver'"
    case .newerDatabase: "update the app"
    case .otherVersion(_, let version, _, _):
      "if that version \(version) was released, restore it and make the change in a new version; "
        + "otherwise delete the database, or open it with 'whenUnreadable: .startOver'"
    case .changedIdentity:
      "the identity of a row cannot change; insert a row with the new identity and delete this one"
    case .movedAcrossLists: "set that parent first"
    case .closed: "open another one"
    case .suspended: "resume it first"
    case .readOnlyDatabase:
      "let that program write, or copy the rows into a database of your own"
    case .protectedDatabase: "unlock the device and try again"
    case .missingFullTextSearch: "link an SQLite that is built with SQLITE_ENABLE_FTS5"
    default: nil
    }
  }
}

extension PayloadInterruption: LocalizedError {
  /// The description of the cause, as a sentence.
  public var errorDescription: String? { ErrorText.sentence(ErrorText.words(of: cause)) }
}

extension MigrationFailure: LocalizedError {
  /// A sentence that describes the failed step and the reason.
  public var errorDescription: String? {
    ErrorText.sentence(
      "the database remains at version \(version) of '\(schema)': the migration to version "
        + "\(nextVersion) failed: \(reason)")
  }
}
