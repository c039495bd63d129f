/// The result of applying a payload.
public struct ApplyReport: Codable, Hashable, Sendable {
  /// The number of inserted rows of the applied entity. Each row counts once, by its net effect.
  public var inserted = 0
  /// The number of updated rows of the applied entity.
  public var updated = 0
  /// The number of rows of the applied entity that are in the payload and did not change.
  public var unchanged = 0
  /// The number of deleted rows of the applied entity.
  public var deleted = 0
  /// The number of soft-deleted rows that were removed because their retention had passed.
  public var purged = 0
  /// The number of rows that are older than the stored ones (A12).
  public var stale = 0
  /// The number of repeated occurrences of identities (A6).
  public var duplicates = 0
  /// Whether missing rows were kept because the payload has rows without a readable identity (A4),
  /// or because more rows follow.
  public var deletionsWithheld = false
  /// The number of references in the payload whose row does not exist at the end of the call (A16).
  public var unresolvedReferences = 0
  /// The first hundred rows that these references refer to, with the number of references to each;
  /// `nil` if there are none. A row is written as its entity and its identity, e.g. `Todo/7`, with
  /// all parts of the identity separated by `/`.
  public var unresolvedRows: [String: Int]?
  /// The number of rejected rows, including nested rows.
  public var rejectedCount = 0
  /// The first hundred rejected rows.
  public var rejected: [ApplyReport.RejectedRow] = []
  /// Values that did not fit but, because of `invalid:` in the schema, did not reject their rows;
  /// `nil` if there are none.
  public var invalidValues: ApplyReport.InvalidValues?
  /// The number of keys that the schema does not know, by path without indexes (A20).
  public var unknownKeys: [String: Int] = [:]
  /// The most similar known key for each unknown key, by path. `description` includes these
  /// suggestions; the encoded report does not.
  public var suggestedKeys: [String: String] = [:]
  /// Counts of nested and cascaded rows of other entities, by entity.
  public var related: [String: ApplyReport.RelatedCounts] = [:]

  /// The name of the applied document, whose rows are all counted in `related`; `nil` for rows of
  /// one entity. The encoded report does not include it.
  public var document: String?
  /// Whether missing rows were kept because the response has a link to a next page. The encoded
  /// report does not include it.
  public var hasNextPage = false
  /// The rows whose lists `SyncSession.Pull.each` skipped, because the server no longer has these
  /// rows: each as its entity and its identity, e.g. `Todo/7`. The encoded report does not include
  /// them.
  public var goneParents: [String] = []

  /// Creates a report with counts of zero.
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
    case unresolvedRows = "unresolved_rows"
    case rejectedCount = "rejected_count"
    case rejected
    case invalidValues = "invalid_values"
    case unknownKeys = "unknown_keys"
    case related
  }
}

extension ApplyReport {
  /// A row of a payload that was not applied, with the reason.
  public struct RejectedRow: Codable, Hashable, Sendable {
    /// The rules by which rows are rejected.
    public enum Rule: String, Codable, Hashable, Sendable {
      /// A part of the identity is missing or null (A4).
      case missingIdentity = "missing-identity"
      /// A new row lacks a required value that has no default (A1).
      case missingRequired = "missing-required"
      /// A required value that has no default is null (A2).
      case nullRequired = "null-required"
      /// A value does not fit the type of its attribute (A17).
      case badValue = "bad-value"
      /// The row refers to a parent other than that of the scope (A9).
      case scopeMismatch = "scope-mismatch"
      /// Another row already has a unique value of this row.
      case uniqueConflict = "unique-conflict"
      /// The row of a reference with a foreign key is not stored (A16).
      case unknownReference = "unknown-reference"
      /// The row does not meet the condition under `check:` of its entity.
      case checkFailed = "check-failed"
      /// `ApplyOptions.transform` threw an error or returned something other than an object.
      case transformFailed = "transform-failed"
    }

    /// The name of the entity; `nil` if the payload does not say. The encoded row does not include it.
    public let entity: String?
    /// The place in the payload, e.g. `[3].items[2].due_on`.
    public let path: String
    /// The identity as a string, with its parts joined by `/`; `nil` if it cannot be read.
    public let identity: String?
    /// The reason for the rejection.
    public let rule: Rule
    /// A message, in lower case and without a full stop.
    public let message: String

    /// Creates a rejected row, for tests.
    public init(
      _ entity: String? = nil, path: String, identity: String?, rule: Rule, message: String
    ) {
      self.entity = entity
      self.path = path
      self.identity = identity
      self.rule = rule
      self.message = message
    }

    private enum CodingKeys: String, CodingKey {
      case path, identity, rule, message
    }

    /// Decodes the row.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      entity = nil
      path = try container.decode(String.self, forKey: .path)
      identity = try container.decodeIfPresent(String.self, forKey: .identity)
      rule = try container.decode(Rule.self, forKey: .rule)
      message = try container.decode(String.self, forKey: .message)
    }

    /// Returns whether both describe the same rejection.
    public static func == (left: Self, right: Self) -> Bool {
      left.path == right.path && left.identity == right.identity && left.rule == right.rule
        && left.message == right.message
    }

    /// Hashes the place and the rule.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(path)
      hasher.combine(rule)
    }

    /// Encodes the row. Every row has the same keys: a `nil` identity is encoded as null.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(path, forKey: .path)
      try container.encode(identity, forKey: .identity)
      try container.encode(rule, forKey: .rule)
      try container.encode(message, forKey: .message)
    }
  }
}

extension ApplyReport.RejectedRow: CustomStringConvertible {
  /// The row as a string, e.g. `[3].due_on (12): expected a day, found "soon" [bad-value]`.
  public var description: String {
    "\(path)\(identity.map { " (\($0))" } ?? ""): \(message) [\(rule.rawValue)]"
  }
}

extension ApplyReport: CustomStringConvertible {
  /// A readable summary of a few lines.
  public var description: String {
    var lines = [document.map(documentSummary) ?? summary]
    for (entity, counts) in related.compactlySorted(by: { $0.key < $1.key }) {
      lines.append("  \(entity): \(counts.description)")
    }
    for row in rejected {
      lines.append("  rejected \(row)")
    }
    if rejectedCount > rejected.count {
      let others = rejectedCount - rejected.count
      lines.append("  and \(others) more rejected \(others == 1 ? "row" : "rows")")
    }
    lines += invalidValues?.lines ?? []
    lines += remarks
    return lines.joined(separator: "\n")
  }

  private var summary: String {
    let counts = [
      "\(inserted) inserted", "\(updated) updated", "\(unchanged) unchanged", "\(deleted) deleted",
    ]
    return (counts + exceptions).joined(separator: ", ")
  }

  /// The summary of a document, which has no rows of its own.
  private func documentSummary(_ name: String) -> String {
    let counts = related.isEmpty && exceptions.isEmpty ? ["no rows"] : exceptions
    return counts.isEmpty ? name : "\(name): \(counts.joined(separator: ", "))"
  }

  /// Counts that are usually zero.
  private var exceptions: [String] {
    var parts: [String] = []
    if purged > 0 { parts.append("\(purged) purged") }
    if stale > 0 { parts.append("\(stale) stale") }
    if rejectedCount > 0 { parts.append("\(rejectedCount) rejected") }
    return parts
  }

  private var remarks: [String] {
    var lines: [String] = []
    if duplicates > 0 {
      lines.append(
        duplicates == 1
          ? "  1 row repeats the identity of an earlier row, counting nested rows; the later row wins"
          : "  \(duplicates) rows repeat the identity of an earlier row, counting nested rows; the later rows win"
      )
    }
    if hasNextPage {
      lines.append(
        "  kept the missing rows: the response has a link to a next page; give the endpoint 'page'")
    } else if deletionsWithheld {
      let row = rejected.first { $0.rule == .missingIdentity }?.path ?? "a row"
      lines.append("  kept the missing rows: \(row) has no identity and could be any of them")
    }
    if unresolvedReferences > 0 { lines.append(unresolvedSummary) }
    if !goneParents.isEmpty { lines.append(goneSummary) }
    if !unknownKeys.isEmpty {
      let keys = unknownKeys.compactlySorted { $0.key < $1.key }.map { path, count in
        let suggestion = suggestedKeys[path].map { ", did you mean '\($0)'?" } ?? ""
        return "\(path) (\(count == 1 ? "once" : "\(count) times")\(suggestion))"
      }
      lines.append("  unknown keys: \(keys.joined(separator: ", "))")
    }
    return lines
  }

  /// A line of the summary, e.g. `  skipped 2 lists: the server no longer has Todo/7, Todo/9`.
  private var goneSummary: String {
    let lists = goneParents.count == 1 ? "1 list" : "\(goneParents.count) lists"
    let names = goneParents.prefix(10) + (goneParents.count > 10 ? ["…"] : [])
    return "  skipped \(lists): the server no longer has \(names.joined(separator: ", "))"
  }

  /// A line of the summary, e.g.
  /// `  3 unresolved references to rows that are not stored yet: Label/work (2 times), Todo/7`.
  private var unresolvedSummary: String {
    let counted =
      unresolvedReferences == 1
      ? "  1 unresolved reference to a row that is not stored yet"
      : "  \(unresolvedReferences) unresolved references to rows that are not stored yet"
    guard let rows = unresolvedRows?.compactlySorted(by: { $0.key < $1.key }) else {
      return counted
    }
    var names = rows.prefix(10).map { row, count in count == 1 ? row : "\(row) (\(count) times)" }
    if rows.count > names.count { names.append("…") }
    return "\(counted): \(names.joined(separator: ", "))"
  }
}
