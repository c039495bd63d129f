/// Everything that can go wrong in the store, in a call that applies a payload, or in reading rows.
///
/// Each case says what happened and, in `description`, what to do about it. Nothing has changed in
/// the database when one is thrown.
public enum SyncError: Error, Hashable, Sendable {
  /// SQLite refused something.
  case database(DatabaseFailure)
  /// The file is there but it is not a database of this schema and version.
  case unusableDatabase(path: String, reason: String)
  /// An app with a newer version of the schema, or with a newer runtime, has written the database. Update this one.
  case newerDatabase(path: String, version: Int, newest: Int)
  /// The database is of an older version, from which no migration leads to the newest one. Open it first
  /// with an app that knows the versions between, or freeze the schema before it is changed.
  case olderDatabase(path: String, version: Int, newest: Int)
  /// The database is of an older version, and a step towards the newest one could not be done.
  case migrationFailed(MigrationFailure)
  /// The schema has no such entity.
  case unknownEntity(String, known: [String])
  /// The entity has no such relation, or it is not a to-one relation.
  case unknownRelation(String, entity: String)
  /// Another program stored what the column's type cannot hold.
  case invalidStoredValue(entity: String, column: String, expected: String, found: String)
  /// A row could not be made a model.
  case unreadableRow(entity: String, reason: String)
  /// A value in Swift that no column can hold, e.g. NaN or a date beyond the year 9999.
  case unstorableValue(entity: String, column: String, found: String)
  /// The payload is not a JSON text, or holds no list of rows where one was expected.
  case invalidPayload(PayloadProblem)
  /// The payload was read, and for the reason given nothing of it was applied.
  case refused(Refusal, report: SyncReport)
  /// A patch sets a required attribute to null that has no default.
  case nullRequired(entity: String, member: String)
  /// A patch for one row names another row. Insert a row with the other identity instead.
  case changedIdentity(entity: String, identity: String)
  /// An option of the call does not fit the entity.
  case invalidOption(String)
  /// There is no row with this identity, given as text.
  case unknownRow(String, entity: String)
  /// The entity has neither an archive nor kept tombstones, so no row of it can be archived.
  case notRestorable(entity: String)
  /// A row is to be moved after itself.
  case movedAfterItself(entity: String, identity: String)
  /// A row is to be moved after one that has another parent.
  case movedAcrossLists(entity: String, identity: String, after: String)
  /// A file could not be read.
  case unreadableFile(path: String, reason: String)
  /// The task was cancelled before the change was committed. Try again when it is wanted again.
  case cancelled
  /// The store is closed. Open another one.
  case closed
  /// The sequence of a payload's chunks has thrown; `cause` is its error.
  case interruptedPayload(PayloadInterruption)
  /// A transaction was used when it had ended, or SQLite has undone it before its end: on a full disk,
  /// or because SQL said `OR ROLLBACK`. Do all of its work in the closure that gets it.
  case endedTransaction
  /// Not exactly one to-one relation leads from the entity to `parent`, and `relations` do. Name the
  /// relation: `.parent("assignee", of: id)`.
  case ambiguousParent(String, entity: String, relations: [String])
  /// A query for rows of an entity does not give one of its columns. Select the column by this name.
  case missingColumn(String, entity: String)
  /// A statement cannot be run in this place, or not with these values.
  case unsuitableStatement(String, reason: String)
  /// The connection of another library is not in a state in which rows can be written.
  case unusableConnection(reason: String)
}

extension SyncError: CustomStringConvertible {
  /// What happened and what to do about it; lower case, no full stop.
  public var description: String {
    if case .database(let failure) = self { return failure.description }
    return ErrorText.joined(summary, advice)
  }

  /// What happened; lower case, no full stop.
  var summary: String {
    switch self {
    case .database(let failure):
      return failure.summary
    case .unusableDatabase(let path, let reason):
      return "the database \(path) cannot be used: \(reason)"
    case .newerDatabase(let path, let version, let newest) where version <= newest:
      return
        "the database \(path) cannot be used: an app with a newer version of SwiftSyncRuntime has "
        + "written it"
    case .newerDatabase(let path, let version, let newest):
      return "the database \(path) cannot be used: it has version \(version) of a schema and the "
        + "newest known is \(newest)"
    case .olderDatabase(let path, let version, let newest):
      return "the database \(path) cannot be used: it has version \(version) of a schema, and no "
        + "migration leads from there to \(newest)"
    case .migrationFailed(let failure):
      return failure.description
    case .unknownEntity(let name, let known):
      return "the schema has no entity '\(name)'; it has \(known.joined(separator: ", "))"
    case .unknownRelation(let name, let entity):
      return "'\(entity)' has no to-one relation '\(name)'"
    case .invalidStoredValue(let entity, let column, let expected, let found):
      return "'\(entity)' has a row whose column '\(column)' should hold \(expected) and holds "
        + "\(found); another program wrote it"
    case .unreadableRow(let entity, let reason):
      return "a row of '\(entity)' cannot be read: \(reason)"
    case .unstorableValue(let entity, let column, let found):
      return "'\(entity)' cannot store \(found) in its column '\(column)'"
    case .invalidPayload(let problem):
      return problem.description
    case .refused(let refusal, _):
      return refusal.description
    case .nullRequired(let entity, let member):
      return "'\(entity).\(member)' is required and has no default, so it cannot become null"
    case .changedIdentity(let entity, let identity):
      return "a patch for '\(entity)' \(identity) names another row"
    case .invalidOption(let message):
      return message
    case .unknownRow(let identity, let entity):
      return "'\(entity)' has no row with the identity \(identity)"
    case .notRestorable(let entity):
      return "'\(entity)' has neither an archive nor soft deletion, so its rows cannot be archived"
    case .movedAfterItself(let entity, let identity):
      return "'\(entity)' \(identity) cannot be moved after itself"
    case .movedAcrossLists(let entity, let identity, let other):
      return "'\(entity)' \(identity) cannot be moved after \(other), which has another parent"
    case .unreadableFile(let path, let reason):
      return "cannot read \(path): \(reason)"
    default:
      return useDescription
    }
  }
}

extension SyncError {
  /// The words for errors that lie in how a store is used.
  private var useDescription: String {
    switch self {
    case .cancelled:
      return "the task was cancelled, so nothing was changed (A19)"
    case .closed:
      return "the store is closed"
    case .interruptedPayload(let interruption):
      return "the payload ended early, so nothing was changed (A19): \(interruption)"
    case .endedTransaction:
      return "the transaction has ended: SQLite rolled it back, or its closure has returned"
    case .ambiguousParent(let parent, let entity, let relations):
      let found =
        relations.isEmpty
        ? "no to-one relation of '\(entity)' leads to '\(parent)'"
        : "\(relations.joined(separator: ", ")) of '\(entity)' lead to '\(parent)'; name one"
      return "the parent is ambiguous: \(found)"
    case .missingColumn(let column, let entity):
      return "the query does not give the column '\(column)' of '\(entity)'"
    case .unsuitableStatement(let sql, let reason):
      return "\(reason) (\(sql))"
    case .unusableConnection(let reason):
      return "the connection cannot be used: \(reason)"
    default:
      return ""
    }
  }
}

/// What ended the sequence of a payload's chunks.
public struct PayloadInterruption: Error, Hashable, Sendable, CustomStringConvertible {
  /// The error that the sequence has thrown.
  public let cause: any Error

  /// An interruption; the store makes them, and tests of apps may.
  public init(_ cause: any Error) {
    self.cause = cause
  }

  /// The error in its own words.
  public var description: String { String(describing: cause) }

  /// Whether both have a cause of the same words.
  public static func == (left: Self, right: Self) -> Bool {
    left.description == right.description
  }

  /// Feeds the words of the cause.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(description)
  }
}
