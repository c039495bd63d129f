import SwiftSyncValues

/// The rules of a scalar under `scalars:` of a schema for its values.
@_spi(Generated)
public struct ScalarMetadata: Hashable, Sendable {
  /// The scalar's name in the schema.
  public let name: String
  /// A regular expression that strings must match.
  public let pattern: String?
  /// The minimum, as canonical decimal text.
  public let minimum: String?
  /// The maximum, as canonical decimal text.
  public let maximum: String?
  /// What people read if a value does not pass, as the schema states it.
  public let message: String?
  private let check: ScalarCheck
  /// The app's type that represents the scalar; `nil` if there is none, and outside the app.
  private let app: AppScalar?

  package init(
    name: String, pattern: String?, minimum: String?, maximum: String?, message: String? = nil,
    app: AppScalar? = nil
  ) throws {
    self.name = name
    self.pattern = pattern
    self.minimum = minimum
    self.maximum = maximum
    self.message = message
    check = try ScalarCheck(pattern: pattern, lower: minimum, upper: maximum)
    self.app = app
  }

  /// Compares the stated rules; the rest is derived from them.
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

  /// Whether the app has a type for the scalar.
  package var hasType: Bool { app != nil }

  /// The same rules without the app's type.
  package var withoutType: ScalarMetadata { ScalarMetadata(rulesOf: self) }

  private init(rulesOf other: ScalarMetadata) {
    name = other.name
    pattern = other.pattern
    minimum = other.minimum
    maximum = other.maximum
    message = other.message
    check = other.check
    app = nil
  }

  /// What a column of a storage class holds for a value that meets the rules, or for null: the
  /// value that the app's type stores, or the value itself if the app has no type. The result is
  /// `nil` if the value does not meet the rules.
  ///
  /// - Parameters:
  ///   - value: The value in the form that Swift's types read.
  ///   - rule: The rule of the base type.
  func stored(
    _ value: BoundValue, as rule: ValueConverter.Rule, in storage: StoredValue.Storage
  ) -> StoredForm? {
    guard passes(value, as: rule) else { return nil }
    guard let app, !value.isNull else { return .same }
    guard let stored = app.stored(value, storage) else { return nil }
    return .type(stored)
  }

  /// How a value that meets the rules is stored.
  enum StoredForm {
    /// As it is.
    case same
    /// As the app's type states.
    case type(StoredValue)
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

  /// The expected kind of value, with its article, for messages.
  package func words(for type: ValueType) -> String {
    switch type {
    case .array(let element, nil): "a list, each element \(words(for: element))"
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
