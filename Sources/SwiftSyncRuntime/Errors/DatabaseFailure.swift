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

extension DatabaseFailure: CustomStringConvertible {
  /// SQLite's code and message, what it was working on, and what can be done.
  public var description: String {
    ErrorText.joined(summary + (sql.map { " (\($0))" } ?? ""), Self.advice(for: code))
  }

  /// SQLite's code and message, and what it was working on.
  var summary: String {
    "SQLite error \(code): \(message)" + (entity.map { ", while working on '\($0)'" } ?? "")
  }
}
