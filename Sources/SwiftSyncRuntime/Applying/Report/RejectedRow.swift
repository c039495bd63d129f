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

extension RejectedRow: CustomStringConvertible {
  /// E.g. `[3].due_on (12): expected a date, found 'soon' [bad-value]`.
  public var description: String {
    "\(path)\(identity.map { " (\($0))" } ?? ""): \(message) [\(rule.rawValue)]"
  }
}
