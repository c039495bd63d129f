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
  /// unlock after a restart, or with the `complete` protection. Resume the store when protected data
  /// is available.
  case protectedDatabase(path: String)
  /// The database was written by an app with a newer version of the schema or a newer runtime.
  /// Update this app. If the version was never released, or was reverted, no update helps:
  /// `SyncStore.Configuration.UnreadablePolicy.startOver` replaces the database.
  case newerDatabase(path: String, version: Int, newest: Int)
  /// The database has an older version, and there is no migration from it to the newest one. Open
  /// it first with an app that contains the intermediate versions, or freeze the schema before you
  /// change it.
  case olderDatabase(path: String, version: Int, newest: Int)
  /// The database has an older version, and a store with the role `extension` leaves the migration to
  /// the app.
  case unmigratedDatabase(path: String, version: Int, newest: Int)
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
  /// A value that is written does not meet the rules of its attribute's scalar, e.g. a string does not
  /// match its pattern, or no column can hold it, e.g. NaN or a date after the year 9999.
  case invalidValue(entity: String, column: String, reason: String)
  /// The payload is malformed JSON, or has no rows where they are expected.
  case invalidPayload(PayloadProblem)
  /// The payload is valid, but the call was rolled back.
  case refused(Refusal, report: ApplyReport)
  /// A patch or a computed value sets a required attribute without a default to null, or a row that
  /// must have a parent is removed from its list.
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
  /// The store is being opened, and this call cannot wait. Wait with `SyncStore.opened()` first.
  case opening
  /// The environment of a view has no store.
  case noStore
  /// The user was not signed out, because this number of rows has local changes that the server has
  /// not confirmed. Nothing was erased. Push them, or discard them with
  /// `signOut(discardingUnsentChanges: true)`.
  case unsentChanges(count: Int)
  /// The sequence of a payload's chunks threw an error, the `cause`.
  case interruptedPayload(PayloadInterruption)
  /// A transaction was used after its end, or SQLite rolled it back early because of a full disk or
  /// `OR ROLLBACK`. Do all of its work in its closure.
  case endedTransaction
  /// The entity has no to-one relationship to `parent`, or several, which `relations` lists. Name
  /// the relationship: `.assignee(id)`.
  case ambiguousParent(String, entity: String, relations: [String])
  /// The result of a query for an entity lacks a column. Select a column with this name.
  case missingColumn(String, entity: String)
  /// A statement is not allowed here, or does not match its values.
  case invalidStatement(String, reason: String)
  /// The connection of another library is not in a state that permits writing rows.
  case unusableConnection(reason: String)
  /// The schema has `search:` for the entity, but SQLite was built without FTS5. The SQLite of
  /// Apple platforms has it.
  case missingFullTextSearch(entity: String)
}

extension SyncError: CustomStringConvertible {
  /// A description for logs, in lower case and without a full stop. It includes advice on what to
  /// do, if known.
  public var description: String { words.log }
}

extension SyncError: LocalizedError {
  /// A sentence that describes the error for users.
  public var errorDescription: String? { words.sentence }

  /// A sentence that describes how to recover, or `nil` if that is not known.
  public var recoverySuggestion: String? { words.suggestion }
}

extension SyncError {
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
}

extension SyncError.PayloadInterruption: LocalizedError {
  /// The description of the cause, as a sentence.
  public var errorDescription: String? { ErrorText.sentence(ErrorText.words(of: cause)) }
}
