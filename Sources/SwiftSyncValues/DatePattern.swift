/// The form of dates that a pattern of Unicode's letters describes (UTS #35), with English names.
package struct DatePattern: Hashable, Sendable {
  enum Zone: Hashable {
    /// `+0000`
    case plain
    /// `GMT+00:00`
    case named
    /// Hours, and minutes where there are any; for UTC `Z` if it is marked so.
    case short(hasZ: Bool)
    /// Hours and minutes; for UTC `Z` if it is marked so.
    case long(hasColon: Bool, hasZ: Bool)
  }

  enum Field: Hashable {
    /// Any number of digits up to four, exactly four, or the last two.
    case year, longYear, shortYear
    /// One digit or two, or always two.
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
    /// One blank or several.
    case blank
    case literal([UInt8])
    case field(Field)
  }

  /// As a schema spells it.
  package let text: String
  let items: [Item]

  /// - Throws: what is wrong with the pattern.
  package init(_ text: String) throws(DatePatternProblem) {
    self.text = text
    items = try DatePatternParser.items(of: text)
  }

  package static func == (first: DatePattern, second: DatePattern) -> Bool {
    first.text == second.text
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// What is wrong with a date pattern.
package enum DatePatternProblem: Error, Hashable {
  case empty
  /// A letter that has no meaning; text belongs in quotes.
  case unknownLetter(Character)
  /// E.g. `yyy`.
  case unknownField(String)
  case openQuote
  /// A letter that a date needs.
  case missing(String)
  case repeated(String)
  /// One of the letters without the other.
  case incomplete(String, without: String)
  /// A number of which nothing tells where it ends.
  case unlimited(String)
}

extension DatePattern.Field {
  /// What a pattern may have once.
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

  /// Whether it begins with a digit.
  var isNumber: Bool {
    switch self {
    case .monthName, .weekday, .halfDay, .zone: false
    default: true
    }
  }

  /// Whether a byte after it could belong to it.
  func mayGoOn(with byte: UInt8) -> Bool {
    if case .zone = self { return byte.isDigit || byte == 0x3A || byte == 0x2B || byte == 0x2D }
    return hasOpenEnd && byte.isDigit
  }

  /// Whether the digits after it could belong to it.
  var hasOpenEnd: Bool {
    switch self {
    case .year, .month(isPadded: false), .day(isPadded: false), .hour(isPadded: false),
      .halfDayHour(isPadded: false), .minute(isPadded: false), .second(isPadded: false), .zone:
      true
    default: false
    }
  }
}
