import SwiftSyncRuntime

/// A row of the server, or what remains of a deleted one.
struct ServerRow {
  /// The values of the table's columns.
  var values: [StoredValue]
  /// The identities of linked rows, by the position of a many-to-many relationship.
  var lists: [Int: [ServerKey]]
  /// The place of the creation in the order of all changes of the server.
  let created: Int
  /// The place of the last change in that order.
  var changed: Int
  /// Whether the row is deleted; only its tombstone is left.
  var isDeleted = false
}

/// The values of a row's identity.
typealias ServerKey = [StoredValue]

/// What a request states about a row.
struct StatedRow {
  /// The values by column.
  var values: [Int: StoredValue] = [:]
  /// The linked rows by the position of a many-to-many relationship.
  var lists: [Int: [ServerKey]] = [:]
  /// What is wrong, by the path of the value.
  var problems: [String: [String]] = [:]

  /// The refusal of a row with problems.
  var refusal: Refusal? {
    guard !problems.isEmpty else { return nil }
    let words = problems.sorted { $0.key < $1.key }.map { "'\($0.key)' \($0.value[0])" }
    return Refusal(422, "invalid", words.joined(separator: ", "), fields: problems)
  }
}

/// The reason why the server does not carry out a request.
struct Refusal: Error {
  let status: Int
  let code: String
  let message: String
  /// The messages for single values, by path.
  let fields: [String: [String]]

  init(_ status: Int, _ code: String, _ message: String, fields: [String: [String]] = [:]) {
    self.status = status
    self.code = code
    self.message = message
    self.fields = fields
  }
}

/// The reason why the backend has no answer: the schema does not say what it would be.
struct NoAnswer: Error {
  let reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}
