extension ApplyReport {
  /// Values of a payload that did not fit their attributes but, because of `invalid:` in the schema,
  /// did not reject their rows.
  public struct InvalidValues: Codable, Hashable, Sendable {
    /// The number of values.
    public var count: Int
    /// The first hundred values.
    public var first: [ApplyReport.InvalidValue]

    /// Creates counts, for tests.
    public init(count: Int, first: [ApplyReport.InvalidValue]) {
      self.count = count
      self.first = first
    }
  }
}

extension ApplyReport {
  /// A value of a payload that did not fit its attribute.
  public struct InvalidValue: Codable, Hashable, Sendable {
    /// The place in the payload, e.g. `[3].due_on`.
    public let path: String
    /// A message, in lower case and without a full stop.
    public let message: String

    /// Creates an invalid value, for tests.
    public init(path: String, message: String) {
      self.path = path
      self.message = message
    }
  }
}

extension ApplyReport.InvalidValues {
  /// The lines of a readable summary.
  package var lines: [String] {
    let shown = first.map { "  invalid value \($0.path): \($0.message)" }
    guard count > first.count else { return shown }
    let others = count - first.count
    return shown + ["  and \(others) more invalid \(others == 1 ? "value" : "values")"]
  }
}
