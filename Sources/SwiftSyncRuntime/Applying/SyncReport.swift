/// What a call that applied a payload has done.
public struct SyncReport: Codable, Hashable, Sendable {
  /// New rows of the applied entity. It and the next three count each row once, by its net effect.
  public var inserted = 0
  /// Rows of the applied entity that have other values than before.
  public var updated = 0
  /// Rows of the applied entity that the payload names and that stayed as they were.
  public var unchanged = 0
  /// Rows of the applied entity that are gone.
  public var deleted = 0
  /// Rows marked as deleted long enough ago that they were removed for good.
  public var purged = 0
  /// Rows older than the stored ones (A12).
  public var stale = 0
  /// Occurrences of an identity after its first one (A6).
  public var duplicates = 0
  /// Whether missing rows were kept because the payload has rows that cannot be told (A4).
  public var deletionsWithheld = false
  /// References that the payload states and that have no row at the end (A16).
  public var unresolvedReferences = 0
  /// All rejected rows, nested ones included.
  public var rejectedCount = 0
  /// The first hundred of them.
  public var rejected: [RejectedRow] = []
  /// Keys that the schema does not know, by path without indexes, with their number (A20).
  public var unknownKeys: [String: Int] = [:]
  /// Nested and cascaded rows of other entities, by entity.
  public var related: [String: RelatedCounts] = [:]

  /// A report of a call that has done nothing.
  public init() {}

  enum CodingKeys: String, CodingKey {
    case inserted
    case updated
    case unchanged
    case deleted
    case purged
    case stale
    case duplicates
    case deletionsWithheld = "deletions_withheld"
    case unresolvedReferences = "unresolved_references"
    case rejectedCount = "rejected_count"
    case rejected
    case unknownKeys = "unknown_keys"
    case related
  }
}

/// What became of rows of an entity that the payload holds nested, or that a deletion took along.
public struct RelatedCounts: Codable, Hashable, Sendable {
  /// New rows.
  public var inserted = 0
  /// Rows that have other values than before.
  public var updated = 0
  /// Rows that the payload names and that stayed as they were.
  public var unchanged = 0
  /// Rows that are gone.
  public var deleted = 0

  /// No rows.
  public init() {}
}

/// A row of a payload that was not applied, and why.
public struct RejectedRow: Codable, Hashable, Sendable {
  /// Why a row is rejected.
  public enum Rule: String, Codable, Hashable, Sendable {
    /// A part of the identity is missing or null (A4).
    case missingIdentity = "missing-identity"
    /// A new row lacks a required value that has no default (A1).
    case missingRequired = "missing-required"
    /// A required value that has no default is null (A2).
    case nullRequired = "null-required"
    /// A value does not fit the type of its attribute (A17).
    case badValue = "bad-value"
    /// The row belongs to another parent than the one that the call is for (A9).
    case scopeMismatch = "scope-mismatch"
    /// Another row has a unique value of this one.
    case uniqueConflict = "unique-conflict"
    /// The row that an enforced reference leads to is not there (A16).
    case unknownReference = "unknown-reference"
  }

  /// The place in the payload, e.g. `[3].items[2].due_on`.
  public let path: String
  /// The identity as text, its parts joined by `/`; `nil` if it cannot be read.
  public let identity: String?
  /// Which rule it breaks.
  public let rule: Rule
  /// What is wrong, for people; lower case, no full stop.
  public let message: String

  /// A rejected row; the applier makes them, and tests of apps may.
  public init(path: String, identity: String?, rule: Rule, message: String) {
    self.path = path
    self.identity = identity
    self.rule = rule
    self.message = message
  }

  /// Writes `identity` also if it is `nil`, so that every row has the same keys.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(path, forKey: .path)
    try container.encode(identity, forKey: .identity)
    try container.encode(rule, forKey: .rule)
    try container.encode(message, forKey: .message)
  }
}
