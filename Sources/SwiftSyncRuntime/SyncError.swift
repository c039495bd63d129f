/// Everything that can go wrong in the store, in a call that applies a payload, or in reading rows.
///
/// Each case says what happened and, in `description`, what to do about it. Nothing has changed in
/// the database when one is thrown.
public enum SyncError: Error, Hashable, Sendable {
  /// SQLite refused something.
  case database(DatabaseFailure)
  /// The file is there but it is no database of this schema and version.
  case unusableDatabase(path: String, reason: String)
  /// The schema has no such entity.
  case unknownEntity(String, known: [String])
  /// The entity has no such relation, or it is no to-one relation.
  case unknownRelation(String, entity: String)
  /// Another program stored what the column's type cannot hold.
  case invalidStoredValue(entity: String, column: String, expected: String, found: String)
  /// A row could not be made a model.
  case unreadableRow(entity: String, reason: String)
  /// A value in Swift that no column can hold, e.g. NaN or a date beyond the year 9999.
  case unstorableValue(entity: String, column: String, found: String)
  /// The payload is no JSON text, or holds no list of rows where one was expected.
  case invalidPayload(PayloadProblem)
  /// The payload was read, and for the reason given nothing of it was applied.
  case refused(Refusal, report: SyncReport)
  /// A patch sets a required attribute to null that has no default.
  case nullRequired(entity: String, member: String)
  /// An option of the call does not fit the entity.
  case invalidOption(String)
  /// A file could not be read.
  case unreadableFile(path: String, reason: String)
}

/// An error of SQLite with what led to it. Bound values are left out: they may be private.
public struct DatabaseFailure: Hashable, Sendable {
  /// SQLite's extended result code.
  public let code: Int32
  /// SQLite's message.
  public let message: String
  /// The statement, without its values.
  public let sql: String?
  /// The entity whose rows were read or written.
  public let entity: String?

  /// A failure; the store makes them, and tests of apps may.
  public init(code: Int32, message: String, sql: String? = nil, entity: String? = nil) {
    self.code = code
    self.message = message
    self.sql = sql
    self.entity = entity
  }
}

/// Where and why a payload could not be read (A22).
public struct PayloadProblem: Hashable, Sendable {
  /// The file, if the payload is one.
  public let file: String?
  /// From the start of the payload, in bytes.
  public let offset: Int
  /// From 1.
  public let line: Int
  /// From 1, in Unicode scalars.
  public let column: Int
  /// The row and the keys that lead to the place, e.g. `[3].title`; empty outside of rows.
  public let path: String
  /// Lower case, no full stop.
  public let reason: String

  /// A problem; the applier makes them, and tests of apps may.
  public init(
    file: String?, offset: Int, line: Int, column: Int, path: String, reason: String
  ) {
    self.file = file
    self.offset = offset
    self.line = line
    self.column = column
    self.path = path
    self.reason = reason
  }
}

/// Why a call changed nothing although its payload could be read.
public enum Refusal: Hashable, Sendable {
  /// The payload has rows and every one of them was rejected.
  case everyRowRejected
  /// A strict call met a rejected row or an unknown key.
  case strict
  /// A row that others refer to under `deny` would have been deleted.
  case denied(entity: String, identity: String, by: String)
  /// More rows would have been deleted than `deletionLimit` allows.
  case deletionLimit(limit: Int, deletions: Int)
}

extension SyncError: CustomStringConvertible {
  /// What happened and what to do about it; lower case, no full stop.
  public var description: String {
    switch self {
    case .database(let failure):
      return failure.description
    case .unusableDatabase(let path, let reason):
      return "the database \(path) cannot be used: \(reason)"
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
    case .invalidOption(let message):
      return message
    case .unreadableFile(let path, let reason):
      return "cannot read \(path): \(reason)"
    }
  }
}

extension DatabaseFailure: CustomStringConvertible {
  /// SQLite's code and message, and what it was working on.
  public var description: String {
    var text = "SQLite error \(code): \(message)"
    if let entity { text += ", while working on '\(entity)'" }
    if let sql { text += " (\(sql))" }
    return text
  }
}

extension PayloadProblem: CustomStringConvertible {
  /// `file:line:column: reason (byte offset, at path)`.
  public var description: String {
    let place = path.isEmpty ? "byte \(offset)" : "byte \(offset), at \(path)"
    return "\(file ?? "payload"):\(line):\(column): \(reason) (\(place))"
  }
}

extension Refusal: CustomStringConvertible {
  /// Why nothing was changed; lower case, no full stop.
  public var description: String {
    switch self {
    case .everyRowRejected:
      return "every row of the payload was rejected, so nothing was changed"
    case .strict:
      return "strict: rows were rejected or keys are unknown, so nothing was changed"
    case .denied(let entity, let identity, let other):
      return "'\(entity)' \(identity) would be deleted, but \(other) refers to it under "
        + "on-delete: deny, so nothing was changed"
    case .deletionLimit(let limit, let deletions):
      let rows = deletions == 1 ? "1 row" : "\(deletions) rows"
      return "\(rows) would be deleted and the limit is \(limit), so nothing was changed"
    }
  }
}
