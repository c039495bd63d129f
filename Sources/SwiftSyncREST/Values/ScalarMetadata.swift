import SwiftSyncValues

/// What a scalar under `scalars:` of a schema demands of its values.
@_spi(Generated)
public struct ScalarMetadata: Hashable, Sendable {
  /// The scalar's name in the schema.
  public let name: String
  /// A regular expression that texts must match.
  public let pattern: String?
  /// The least number, as canonical decimal text.
  public let minimum: String?
  /// The greatest number, as canonical decimal text.
  public let maximum: String?
  private let check: ScalarCheck
  /// The type of the app that stands for it; `nil` where there is none, and outside of the app.
  private let app: AppScalar?

  package init(
    name: String, pattern: String?, minimum: String?, maximum: String?, app: AppScalar? = nil
  ) throws {
    self.name = name
    self.pattern = pattern
    self.minimum = minimum
    self.maximum = maximum
    check = try ScalarCheck(pattern: pattern, lower: minimum, upper: maximum)
    self.app = app
  }

  /// Compares what is stated; the rest follows from it.
  public static func == (left: Self, right: Self) -> Bool {
    left.name == right.name && left.pattern == right.pattern && left.minimum == right.minimum
      && left.maximum == right.maximum
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(pattern)
    hasher.combine(minimum)
    hasher.combine(maximum)
  }

  /// Whether a value of a column passes, or null.
  ///
  /// - Parameter rule: That of the base type.
  package func accepts(_ value: BoundValue, as rule: ValueConverter.Rule) -> Bool {
    passes(value, as: rule) && (value.kind == .null || app?.accepts(value) ?? true)
  }

  private func passes(_ value: BoundValue, as rule: ValueConverter.Rule) -> Bool {
    switch (value.kind, rule) {
    case (.integer, _): check.accepts(integer: value.integer)
    case (.real, _): check.accepts(double: value.real)
    case (.text, .decimal): check.accepts(decimal: value.slice.string)
    case (.text, _): check.accepts(text: value.slice.string)
    default: true
    }
  }

  /// What a value has to be, with its article.
  package func words(for type: ValueType) -> String {
    switch type {
    case .array(let element): "a list, each element \(words(for: element))"
    case .dictionary(let element): "an object, each value \(words(for: element))"
    default: ValueExpectation.words(for: type) + demand
    }
  }

  private var demand: String {
    guard app != nil else { return range }
    return pattern == nil ? "\(range) that is a valid \(name)" : "\(range) and is a valid \(name)"
  }

  private var range: String {
    if let pattern { return " that matches '\(pattern)'" }
    switch (minimum, maximum) {
    case (let low?, let high?): return " from \(low) to \(high)"
    case (let low?, nil): return " of at least \(low)"
    case (nil, let high?): return " of at most \(high)"
    case (nil, nil): return ""
    }
  }
}
