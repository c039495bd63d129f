/// What is wrong with a payload and what a backend should fix.
public struct PayloadCheckReport: Codable, Hashable, Sendable {
  /// Something about a key, however often it occurs.
  public struct KeyFinding: Codable, Hashable, Sendable {
    /// The keys that lead to it, without indexes: `items.legacy_flag`.
    public let path: String
    /// How often it occurs.
    public let count: Int
    /// The first place: `[3].items[0].legacy_flag`.
    public let example: String
    /// The known key of the same object that may be meant.
    public let suggestion: String?

    /// A finding; the checker makes them, and tests of apps may.
    public init(path: String, count: Int, example: String, suggestion: String? = nil) {
      self.path = path
      self.count = count
      self.example = example
      self.suggestion = suggestion
    }
  }

  /// Something that is applied all the same and should not be like that.
  public struct Warning: Codable, Hashable, Sendable {
    /// What a backend should fix.
    public enum Kind: String, CaseIterable, Codable, Hashable, Sendable {
      /// An identity comes in several JSON types.
      case identityTypes = "identity-types"
      /// Only lenient coercion made a value fit.
      case coercedValue = "coerced-value"
      /// A relation comes as ids in one place and as nested objects in another.
      case mixedRelation = "mixed-relation"
      /// A key is sometimes absent and never null, so a value that goes away never reaches the app.
      case neverNull = "never-null"
      /// A row lacks the value that tells which of two states is newer.
      case missingClock = "missing-clock"
    }

    /// What it is about.
    public let kind: Kind
    /// The keys that lead to it, without indexes.
    public let path: String
    /// How often it occurs.
    public let count: Int
    /// The first place.
    public let example: String
    /// What is wrong, for people; lower case, no full stop.
    public let message: String

    /// A warning; the checker makes them, and tests of apps may.
    public init(kind: Kind, path: String, count: Int, example: String, message: String) {
      self.kind = kind
      self.path = path
      self.count = count
      self.example = example
      self.message = message
    }
  }

  /// The rows of the payload, without nested ones.
  public var rows = 0
  /// All rows that would be rejected, nested ones included.
  public var rejectedCount = 0
  /// The first hundred of them.
  public var rejected: [RejectedRow] = []
  /// Keys that the schema does not know (A20), by path.
  public var unknownKeys: [KeyFinding] = []
  /// Keys that the schema reads and no object of the payload has, by path. Of several keys for one
  /// thing the first is named.
  public var absentKeys: [String] = []
  /// What is applied all the same and should not be like that.
  public var warnings: [Warning] = []

  /// The report of a payload without rows.
  public init() {}

  /// Whether every row would be applied and every key is known.
  public var isAccepted: Bool { rejectedCount == 0 && unknownKeys.isEmpty }

  enum CodingKeys: String, CodingKey {
    case rows
    case rejectedCount = "rejected_count"
    case rejected
    case unknownKeys = "unknown_keys"
    case absentKeys = "absent_keys"
    case warnings
  }
}

extension PayloadCheckReport: CustomStringConvertible {
  /// A few lines for people.
  public var description: String {
    var lines = ["\(rows) rows, \(rejectedCount) rejected"]
    for row in rejected {
      lines.append("  rejected \(row)")
    }
    if rejectedCount > rejected.count {
      lines.append("  and \(rejectedCount - rejected.count) more rejected rows")
    }
    lines += unknownKeys.map { key in
      let suggestion = key.suggestion.map { "; did you mean '\($0)'?" } ?? ""
      return "  unknown key \(key.path) (\(key.count), first at \(key.example))\(suggestion)"
    }
    if !absentKeys.isEmpty {
      lines.append("  known keys that never occur: \(absentKeys.joined(separator: ", "))")
    }
    lines += warnings.map {
      "  warning: \($0.path): \($0.message) (\($0.count), first at \($0.example)) "
        + "[\($0.kind.rawValue)]"
    }
    return lines.joined(separator: "\n")
  }
}
