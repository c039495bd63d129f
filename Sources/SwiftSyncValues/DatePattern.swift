/// A date form described by a Unicode pattern (UTS #35), with English names.
package struct DatePattern: Hashable, Sendable {
  enum Zone: Hashable {
    /// Without a prefix, e.g. `+0000`.
    case plain
    /// With a prefix, e.g. `GMT+00:00`.
    case named
    /// Hours, and minutes unless they are zero. For UTC, `Z` if marked so.
    case short(hasZ: Bool)
    /// Hours and minutes. For UTC, `Z` if marked so.
    case long(hasColon: Bool, hasZ: Bool)
  }

  enum Field: Hashable {
    /// Any number of digits up to four, exactly four, or the last two.
    case year, longYear, shortYear
    /// One or two digits, or always two.
    case month(isPadded: Bool), day(isPadded: Bool), hour(isPadded: Bool), halfDayHour(
      isPadded: Bool)
    case minute(isPadded: Bool), second(isPadded: Bool)
    case monthName(isWhole: Bool), weekday(isWhole: Bool)
    case fraction(digits: Int)
    /// AM or PM.
    case halfDay
    case zone(Zone)
  }

  enum Item: Hashable {
    /// One or more blanks.
    case blank
    case literal([UInt8])
    case field(Field)
  }

  /// The pattern as spelled in the schema.
  package let text: String
  let items: [Item]

  /// - Throws: The problem with the pattern.
  package init(_ text: String) throws(DatePatternProblem) {
    self.text = text
    items = try DatePatternParser.items(of: text)
  }

  package static func == (first: DatePattern, second: DatePattern) -> Bool {
    first.text == second.text
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// The problem with a date pattern.
package enum DatePatternProblem: Error, Hashable {
  case empty
  /// A letter without a meaning; literal text must be quoted.
  case unknownLetter(Character)
  /// An unknown field, e.g. `yyy`.
  case unknownField(String)
  case openQuote
  /// A letter that a date requires.
  case missing(String)
  case repeated(String)
  /// One of two letters without the other.
  case incomplete(String, without: String)
  /// A number whose end cannot be determined.
  case unlimited(String)
}

extension DatePattern.Field {
  /// The parts that a pattern may contain only once.
  enum Part: Int, CaseIterable {
    case year, month, day, weekday, hour, halfDay, minute, second, fraction, zone
  }

  var part: Part {
    switch self {
    case .year, .longYear, .shortYear: .year
    case .month, .monthName: .month
    case .day: .day
    case .weekday: .weekday
    case .hour, .halfDayHour: .hour
    case .halfDay: .halfDay
    case .minute: .minute
    case .second: .second
    case .fraction: .fraction
    case .zone: .zone
    }
  }

  /// Whether the part begins with a digit.
  var isNumber: Bool {
    switch self {
    case .monthName, .weekday, .halfDay, .zone: false
    default: true
    }
  }

  /// Whether a byte after the part could belong to it.
  func mayGoOn(with byte: UInt8) -> Bool {
    if case .zone = self { return byte.isDigit || byte == 0x3A || byte == 0x2B || byte == 0x2D }
    return hasOpenEnd && byte.isDigit
  }

  /// Whether digits after the part could belong to it.
  var hasOpenEnd: Bool {
    switch self {
    case .year, .month(isPadded: false), .day(isPadded: false), .hour(isPadded: false),
      .halfDayHour(isPadded: false), .minute(isPadded: false), .second(isPadded: false), .zone:
      true
    default: false
    }
  }
}
