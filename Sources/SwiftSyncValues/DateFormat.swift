/// A form in which payloads write dates.
package enum DateFormat: Hashable, Sendable {
  /// Any form that can be told: ISO 8601, or a unix time whose size tells its unit.
  case auto
  case iso8601
  /// Seconds since 1970.
  case unix
  /// Milliseconds since 1970.
  case unixMilliseconds
  /// `Tue, 15 Nov 1994 10:45:26 +0000`
  case rfc2822
  case pattern(DatePattern)

  /// The formats that have names, in the order in which messages list them.
  package static let named: [DateFormat] = [.auto, .iso8601, .unix, .unixMilliseconds, .rfc2822]

  /// As a schema writes it.
  package var spelling: String {
    switch self {
    case .auto: "auto"
    case .iso8601: "iso8601"
    case .unix: "unix"
    case .unixMilliseconds: "unix-ms"
    case .rfc2822: "rfc2822"
    case .pattern(let pattern): pattern.text
    }
  }

  /// - Throws: what is wrong with a text that is neither a name nor a pattern.
  package init(_ text: String) throws(DatePatternProblem) {
    if let named = Self.named.first(where: { $0.spelling == text }) {
      self = named
    } else {
      self = .pattern(try DatePattern(text))
    }
  }
}
