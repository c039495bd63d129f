@_spi(Generated) public import SwiftSyncStore

extension PayloadChecker {
  /// The result of checking a payload.
  public struct Report: Codable, Hashable, Sendable {
    /// A finding about a key.
    public struct KeyFinding: Codable, Hashable, Sendable {
      /// The path of the finding, without indexes, e.g. `items.legacy_flag`.
      public let path: String
      /// The number of occurrences.
      public let count: Int
      /// The first occurrence, e.g. `[3].items[0].legacy_flag`.
      public let example: String
      /// A known key of the same object that may have been meant.
      public let suggestion: String?

      /// Creates a finding, for tests.
      public init(path: String, count: Int, example: String, suggestion: String? = nil) {
        self.path = path
        self.count = count
        self.example = example
        self.suggestion = suggestion
      }
    }

    /// A warning about values that are applied but that the backend should change.
    public struct Warning: Codable, Hashable, Sendable {
      /// A kind of warning.
      public enum Kind: String, CaseIterable, Codable, Hashable, Sendable {
        /// Identities of one entity have different JSON types.
        case identityTypes = "identity-types"
        /// A value fits only because it was coerced.
        case coercedValue = "coerced-value"
        /// A value of an enum matches no case; the enum preserves it.
        case unknownCase = "unknown-case"
        /// A relationship contains ids in one place and nested objects in another.
        case mixedRelation = "mixed-relation"
        /// A key is sometimes missing but never null, so a removed value is never cleared in the app.
        case neverNull = "never-null"
        /// A row lacks its clock, which shows which of two states is newer.
        case missingClock = "missing-clock"
      }

      /// The kind of the warning.
      public let kind: Kind
      /// The path of the values, without indexes.
      public let path: String
      /// The number of occurrences.
      public let count: Int
      /// The first occurrence.
      public let example: String
      /// A message, in lower case and without a full stop.
      public let message: String

      /// Creates a warning, for tests.
      public init(kind: Kind, path: String, count: Int, example: String, message: String) {
        self.kind = kind
        self.path = path
        self.count = count
        self.example = example
        self.message = message
      }
    }

    /// The number of rows, without nested rows.
    public var rows = 0
    /// The number of rows that would be rejected, including nested rows.
    public var rejectedCount = 0
    /// The first hundred rejected rows.
    public var rejected: [ApplyReport.RejectedRow] = []
    /// Values that do not fit but, because of `invalid:` in the schema, do not reject their rows;
    /// `nil` if there are none.
    public var invalidValues: ApplyReport.InvalidValues?
    /// Keys that the schema does not know (A20), by path.
    public var unknownKeys: [KeyFinding] = []
    /// Keys of the schema that no object of the payload contains, by path. If there are several
    /// `remote:` keys, the first one is listed.
    public var absentKeys: [String] = []
    /// Warnings about values that are applied but that the backend should change.
    public var warnings: [Warning] = []

    /// Creates the report of a payload without rows.
    public init() {}

    /// Whether every row would be applied and every key is known.
    public var isAccepted: Bool { rejectedCount == 0 && unknownKeys.isEmpty }

    enum CodingKeys: String, CodingKey {
      case rows
      case rejectedCount = "rejected_count"
      case rejected
      case invalidValues = "invalid_values"
      case unknownKeys = "unknown_keys"
      case absentKeys = "absent_keys"
      case warnings
    }
  }
}

extension PayloadChecker.Report: CustomStringConvertible {
  /// A readable summary of a few lines.
  public var description: String {
    var lines = ["\(rows) \(rows == 1 ? "row" : "rows"), \(rejectedCount) rejected"]
    for row in rejected {
      lines.append("  rejected \(row)")
    }
    if rejectedCount > rejected.count {
      lines.append("  and \(rejectedCount - rejected.count) more rejected rows")
    }
    lines += invalidValues?.lines ?? []
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
