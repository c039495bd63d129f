public import SwiftSyncFoundation

/// A row with local writes that the server has not confirmed, as the queue knows it.
public struct PendingRow: Hashable, Sendable {
  /// What the server has to do.
  public enum Operation: String, Hashable, Sendable {
    /// Take a new row.
    case insert
    /// Change a row that it has.
    case update
    /// Delete a row.
    case delete
  }

  /// The entity's name.
  public let entity: String
  /// The identity as the columns hold it, one value for each.
  public let identity: [StoredValue]
  /// What the server has to do.
  public let operation: Operation
  /// The attributes and relations that were written, by their names in the schema; of an insert those that were
  /// written since.
  public let fields: [String]
  /// When it was last written.
  public let changedAt: Date
  /// How often the server has rejected it.
  public let attempts: Int
  /// Why, the last time.
  public let lastError: String?
  /// When it is handed out again; `nil`: with the next push.
  public let retryAt: Date?
  /// Whether it was rejected so often that it waits for a write or `SyncStore.retryPendingChange`.
  public let isQuarantined: Bool
  /// Whether an upload has it that is not done, or that has ended without a response.
  public let isSent: Bool
}

extension PendingRow: CustomStringConvertible {
  /// E.g. `update Task 12: title, state; rejected 2 times: title is too long`.
  public var description: String {
    var text = "\(operation.rawValue) \(entity) \(identity.map(\.text).joined(separator: "/"))"
    if !fields.isEmpty { text += ": \(fields.joined(separator: ", "))" }
    if attempts > 0 { text += "; rejected \(attempts == 1 ? "once" : "\(attempts) times")" }
    if attempts > 0, let lastError { text += ": \(lastError)" }
    return isQuarantined ? text + " (quarantined)" : text
  }
}
