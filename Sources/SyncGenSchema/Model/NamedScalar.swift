package import SwiftSyncValues
package import SyncGenDiagnostics

/// A scalar under `scalars:`: a type with a name and a check, stored and sent as its base type.
///
/// Stored values are of the base type, so versions of a schema do not contain named scalars.
package final class NamedScalar: Sendable {
  /// A type that the app or the runtime declares.
  package struct AppType: Hashable, Sendable {
    /// The type of Swift that the runtime makes a scalar. A value of it is an integer in payloads and
    /// columns.
    static let unsigned = AppType(name: "UInt64", module: nil)

    /// The name in generated code, e.g. `Theme.HexColor`.
    package let name: String
    /// The module to import; `nil` if the type is in the module of the generated code.
    package let module: String?

    /// Whether the runtime declares it.
    package var isBuiltIn: Bool { self == Self.unsigned }
  }

  package let name: String
  package let base: ScalarType
  /// A regular expression that strings must match.
  package let pattern: String?
  /// The minimum, as canonical decimal text.
  package let minimum: String?
  /// The maximum, as canonical decimal text.
  package let maximum: String?
  package let check: ScalarCheck
  /// What people read if a value does not pass.
  package let message: String?
  /// The app's type for members.
  package let appType: AppType?
  package let documentation: String?
  package let annotations: Annotations
  package let span: SourceSpan

  init(
    name: String, base: ScalarType, pattern: String?, minimum: String?, maximum: String?,
    check: ScalarCheck, message: String?, appType: AppType?, documentation: String?,
    annotations: Annotations, span: SourceSpan
  ) {
    self.name = name
    self.base = base
    self.pattern = pattern
    self.minimum = minimum
    self.maximum = maximum
    self.check = check
    self.message = message
    self.appType = appType
    self.documentation = documentation
    self.annotations = annotations
    self.span = span
  }

  /// Whether there are any rules for its values.
  package var hasCheck: Bool { pattern != nil || minimum != nil || maximum != nil }

  /// An accepted value, for a constant or a payload; `nil` if every value of the base type is
  /// accepted, or if none could be found.
  package var example: ConstantValue? {
    if let pattern { return TextPattern.example(of: pattern).map { .string($0) } }
    guard let number = minimum ?? maximum else { return nil }
    return switch base {
    case .int: Int64(number).map { .int($0) }
    case .double: Double(number).map { .double($0) }
    default: .decimal(number)
    }
  }

  /// Whether a constant of the base type, or each element of a list of them, passes the check.
  package func accepts(_ value: ConstantValue) -> Bool {
    switch value {
    case .string(let text), .url(let text): check.accepts(text: text)
    case .int(let number): check.accepts(integer: number)
    case .double(let number): check.accepts(double: number)
    case .decimal(let text): check.accepts(decimal: text)
    case .array(let elements): elements.allSatisfy(accepts)
    case .dictionary(let entries): entries.allSatisfy { accepts($0.value) }
    case .bool, .date, .day, .uuid, .data, .json, .enumCase, .money, .value: true
    }
  }

  /// The expected kind of value, for messages, e.g. `text that matches '^[a-z]+$'`,
  /// `an integer from 0 to 100`.
  package var expectation: String {
    let kind = base == .int ? "an integer" : pattern == nil ? "a number" : "text"
    if let pattern { return "\(kind) that matches '\(pattern)'" }
    switch (minimum, maximum) {
    case (let low?, let high?): return "\(kind) from \(low) to \(high)"
    case (let low?, nil): return "\(kind) of at least \(low)"
    case (nil, let high?): return "\(kind) of at most \(high)"
    case (nil, nil): return base.rawValue
    }
  }
}

extension NamedScalar: Hashable {
  /// Compares names, which are distinct in a schema.
  package static func == (left: NamedScalar, right: NamedScalar) -> Bool {
    left.name == right.name
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(name)
  }
}
