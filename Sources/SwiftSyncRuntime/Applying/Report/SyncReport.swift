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
  /// Rows soft-deleted long enough ago that they were removed for good.
  public var purged = 0
  /// Rows older than the stored ones (A12).
  public var stale = 0
  /// Occurrences of an identity after its first one (A6).
  public var duplicates = 0
  /// Whether missing rows were kept because the payload has rows that cannot be identified (A4).
  public var deletionsWithheld = false
  /// References that the payload states and that have no row at the end (A16).
  public var unresolvedReferences = 0
  /// All rejected rows, nested ones included.
  public var rejectedCount = 0
  /// The first hundred of them.
  public var rejected: [RejectedRow] = []
  /// Keys that the schema does not know, by path without indexes, with their number (A20).
  public var unknownKeys: [String: Int] = [:]
  /// The known keys that may be meant by some of the unknown ones, by path. Only `description` has them,
  /// the JSON of a report does not.
  public var suggestedKeys: [String: String] = [:]
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
