package import SwiftSyncValues

/// A day of the Gregorian calendar without a time or time zone, such as a birthday.
public struct CalendarDay: Hashable, Sendable {
  /// The year, from 1 to 9999.
  public let year: Int
  /// The month, from 1 to 12.
  public let month: Int
  /// The day of the month, from 1 to 31.
  public let day: Int

  /// Creates a day, or returns `nil` if the calendar has no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), CivilDay.isValid(year: year, month: month, day: day) else {
      return nil
    }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Creates a day from a string of the form `YYYY-MM-DD`, or returns `nil` for any other string.
  public init?(_ text: some StringProtocol) {
    var text = String(text)
    guard let day = text.withUTF8({ Self(text: JSONSlice($0)) }) else { return nil }
    self = day
  }

  package init?(text: JSONSlice) {
    guard text.count == 10, let days = DateText.days(text) else { return nil }
    let civil = CivilDay(days: Int(days))
    year = civil.year
    month = civil.month
    day = civil.day
  }
}

extension CalendarDay: Comparable {
  /// Returns whether the first day is before the second.
  public static func < (left: CalendarDay, right: CalendarDay) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }
}

extension CalendarDay: LosslessStringConvertible {
  /// The day in ISO 8601, e.g. `2026-01-02`.
  public var description: String {
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: width - digits.utf8.count) + digits
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }

  /// Creates a day from a string of the form `YYYY-MM-DD`, or returns `nil` for any other string.
  public init?(_ description: String) {
    self.init(description[...])
  }
}

extension CalendarDay: Codable {
  /// Reads a string of the form `YYYY-MM-DD`.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for any other string.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let day = CalendarDay(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "expected a day, found \"\(text)\"")
    }
    self = day
  }

  /// Writes a string of the form `YYYY-MM-DD`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
