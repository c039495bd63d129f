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
    var text = "SQLite error \(code): \(message)"
    if let entity { text += ", while working on '\(entity)'" }
    if let sql { text += " (\(sql))" }
    if let advice = Self.advice(for: code) { text += "; \(advice)" }
    return text
  }
}
