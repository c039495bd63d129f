/// A format in which payloads write dates.
package enum DateFormat: Hashable, Sendable {
  /// Any recognizable form: ISO 8601, or a unix time whose magnitude determines its unit.
  case auto
  case iso8601
  /// Seconds since 1970.
  case unix
  /// Milliseconds since 1970.
  case unixMilliseconds
  /// RFC 2822, e.g. `Tue, 15 Nov 1994 10:45:26 +0000`.
  case rfc2822
  case pattern(DatePattern)

  /// The named formats, in the order in which messages list them.
  package static let named: [DateFormat] = [.auto, .iso8601, .unix, .unixMilliseconds, .rfc2822]

  /// The spelling in a schema.
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

  /// - Throws: The problem with a string that is neither a name nor a valid pattern.
  package init(_ text: String) throws(DatePatternProblem) {
    if let named = Self.named.first(where: { $0.spelling == text }) {
      self = named
    } else {
      self = .pattern(try DatePattern(text))
    }
  }
}
