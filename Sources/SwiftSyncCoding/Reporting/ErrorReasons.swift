public import SwiftSyncFoundation

/// SQLite's primary result codes, which its documentation guarantees never to change. This module
/// does not link SQLite.
private enum ResultCode {
  static let busy: Int32 = 5
  static let readOnly: Int32 = 8
  static let inputOutput: Int32 = 10
  static let corrupt: Int32 = 11
  static let full: Int32 = 13
  static let cannotOpen: Int32 = 14
  static let notADatabase: Int32 = 26
}

extension SyncError.DatabaseFailure {
  /// Advice on what to do about an error of SQLite, if its code allows it (SQLite documentation,
  /// "Result and Error Codes"), in lower case and without a full stop.
  private static func advice(for code: Int32) -> String? {
    switch code & 0xff {
    case ResultCode.busy:
      "another connection held the lock for longer than the busy timeout; try again later"
    case ResultCode.full:
      "the disk is full; nothing was changed; free some space and try again"
    case ResultCode.inputOutput:
      "the disk may be full or unavailable; nothing was changed"
    case ResultCode.readOnly:
      "writing requires write permission for the file and its folder"
    case ResultCode.cannotOpen:
      "the path must name a readable file in an existing folder"
    case ResultCode.corrupt:
      "the file is damaged; restore a copy, or delete it and fetch the rows again"
    case ResultCode.notADatabase:
      "it is not an SQLite database, or its header is damaged"
    default:
      nil
    }
  }

  /// SQLite's message with its code, and advice on what to do.
  package var reason: String {
    let advice = Self.advice(for: code).map { "; \($0)" } ?? ""
    return "\(message) (SQLite error \(code))\(advice)"
  }
}

extension SyncError {
  /// An error of SQLite. It does not contain the values bound to the statement, which may be private.
  public struct DatabaseFailure: Equatable, Sendable {
    /// SQLite's extended result code.
    public let code: Int32
    /// SQLite's message.
    public let message: String
    /// The statement, without its values.
    public let sql: String?
    /// The entity whose rows were read or written.
    public let entity: String?

    /// Creates a failure, for tests.
    public init(code: Int32, message: String, sql: String? = nil, entity: String? = nil) {
      self.code = code
      self.message = message
      self.sql = sql
      self.entity = entity
    }
  }
}

extension SyncError.DatabaseFailure: CustomStringConvertible {
  /// A description for logs: SQLite's code and message, the statement and advice on what to do.
  public var description: String { words.log }

  /// SQLite's code and message with the entity; in logs, also with the statement.
  var words: ErrorWords {
    let summary =
      "SQLite error \(code): \(message)" + (entity.map { ", while working on '\($0)'" } ?? "")
    return ErrorWords(
      summary, advice: Self.advice(for: code), details: sql.map { "\(summary) (\($0))" })
  }
}

extension ApplyReport {
  /// The rows and keys because of which a payload was refused, e.g.
  /// `: [0].due_on (12): expected a day, found "soon" [bad-value]; and 3 more`. Three of each kind
  /// at most.
  fileprivate func reasons(for refusal: SyncError.Refusal) -> String {
    let keys = unknownKeys.keys.compactlySorted().map { "unknown key '\($0)'" }
    switch refusal {
    case .everyRowRejected: return Self.list(rejected.map(\.description), of: rejectedCount)
    case .strict:
      return Self.list(rejected.map(\.description), of: rejectedCount)
        + Self.list(keys, of: keys.count)
    case .denied, .checkFailed, .deletionLimit: return ""
    }
  }

  private static func list(_ reasons: [String], of count: Int) -> String {
    guard !reasons.isEmpty else { return "" }
    let shown = reasons.prefix(3)
    let rest = count > shown.count ? ["and \(count - shown.count) more"] : []
    return ": \((shown + rest).joined(separator: "; "))"
  }
}

/// Composes the messages of errors.
package enum ErrorText {
  /// A lowercase message without a full stop, turned into a sentence.
  package static func sentence(_ text: String) -> String {
    let start = text.prefix(1).uppercased() + text.dropFirst()
    guard let last = text.last, !".!?…".contains(last) else { return start }
    return start + "."
  }

  /// The summary and, after a semicolon, the advice.
  package static func joined(_ summary: String, _ advice: String?) -> String {
    advice.map { "\(summary); \($0)" } ?? summary
  }

  /// A readable message of an error of any type.
  package static func words(of error: any Error) -> String {
    if let text = (error as? any LocalizedError)?.errorDescription { return text }
    #if canImport(Darwin)
      // System errors, e.g. `URLError`, have readable messages only there.
      if error is any CustomNSError || type(of: error) is NSError.Type {
        return error.localizedDescription
      }
    #endif
    return String(describing: error)
  }
}

extension SyncError {
  /// The reason why a migration step failed. The failed step is rolled back; the steps before it are kept.
  public struct MigrationFailure: Error, Sendable {
    /// The database file.
    public let path: String
    /// The schema's name.
    public let schema: String
    /// The version of the database, which is unchanged.
    public let version: Int
    /// The target version of the failed step.
    public let nextVersion: Int
    /// The reason and, if known, what to do, in lower case and without a full stop.
    public let reason: String
    /// The underlying error of SQLite or of the app's function.
    public let cause: (any Error)?

    /// Creates a failure, for tests.
    public init(
      path: String, schema: String, version: Int, nextVersion: Int, reason: String,
      cause: (any Error)? = nil
    ) {
      self.path = path
      self.schema = schema
      self.version = version
      self.nextVersion = nextVersion
      self.reason = reason
      self.cause = cause
    }
  }
}

extension SyncError.MigrationFailure: Equatable {
  /// Returns whether the descriptions of two failures are equal.
  public static func == (left: Self, right: Self) -> Bool {
    left.description == right.description
  }
}

extension SyncError.MigrationFailure: LocalizedError {
  /// A sentence that describes the failed step and the reason.
  public var errorDescription: String? {
    ErrorText.sentence(
      "the database remains at version \(version) of '\(schema)': the migration to version "
        + "\(nextVersion) failed: \(reason)")
  }
}

extension SyncError.MigrationFailure: CustomStringConvertible {
  /// A description of the failed step and the reason.
  public var description: String {
    "the database \(path) remains at version \(version) of '\(schema)', because it could not be "
      + "migrated to version \(nextVersion): \(reason)"
  }
}

extension SyncError {
  /// The place and reason of an error in a payload (A22).
  public struct PayloadProblem: Equatable, Sendable {
    /// The path of the file, or `nil` if the payload is not a file.
    public let file: String?
    /// The offset from the start of the payload, in bytes.
    public let offset: Int
    /// The line, from 1.
    public let line: Int
    /// The column, from 1, in Unicode scalars.
    public let column: Int
    /// The path of the place, with the row's index, e.g. `[3].title`; empty outside rows.
    public let path: String
    /// The reason, in lower case and without a full stop.
    public let reason: String

    /// Creates a problem, for tests.
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
}

extension SyncError.PayloadProblem: CustomStringConvertible {
  /// The place and reason as `file:line:column: reason (byte offset, at path)`.
  public var description: String {
    let place = path.isEmpty ? "byte \(offset)" : "byte \(offset), at \(path)"
    return "\(file ?? "payload"):\(line):\(column): \(reason) (\(place))"
  }
}

extension SyncError {
  /// The reason why a call with a valid payload was rolled back.
  public enum Refusal: Equatable, Sendable {
    /// Every row of the payload was rejected.
    case everyRowRejected
    /// A strict call met a rejected row or an unknown key.
    case strict
    /// The call would have deleted a row that other rows refer to with `on-delete: deny`.
    case denied(entity: String, identity: String, by: String)
    /// A row that the payload does not contain would no longer meet its table's check, e.g. because a
    /// reference to a deleted row is removed from it.
    case checkFailed(entity: String, identity: String, check: String)
    /// The call would have deleted more rows than `deletionLimit` allows.
    case deletionLimit(limit: Int, deletions: Int)
  }
}

extension SyncError.Refusal {
  /// The reason; in logs, also with the rows and keys of the report.
  func words(_ report: ApplyReport) -> ErrorWords {
    ErrorWords(description, details: description + report.reasons(for: self))
  }
}

extension SyncError.Refusal: CustomStringConvertible {
  /// The reason, in lower case and without a full stop.
  public var description: String {
    switch self {
    case .everyRowRejected:
      return "every row of the payload was rejected, so nothing was changed"
    case .strict:
      return "a strict call refuses rejected rows and unknown keys, so nothing was changed"
    case .denied(let entity, let identity, let other):
      return "'\(entity)' \(identity) would be deleted, but '\(other)' refers to it with "
        + "'on-delete: deny', so nothing was changed"
    case .checkFailed(let entity, let identity, let check):
      return "'\(entity)' \(identity) would no longer meet the check '\(check)', so nothing was "
        + "changed"
    case .deletionLimit(let limit, let deletions):
      let rows = deletions == 1 ? "1 row" : "\(deletions) rows"
      return "\(rows) would be deleted and the limit is \(limit), so nothing was changed"
    }
  }
}
