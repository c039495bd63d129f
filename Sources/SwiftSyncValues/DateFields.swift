/// The parts of a date as stated in a string, in its zone.
package struct DateFields: Hashable {
  package var year = 1970
  package var month = 1
  package var day = 1
  /// The weekday as written, from 0 for Monday.
  package var weekday: Int?
  package var hour = 0
  package var minute = 0
  package var second = 0
  package var microsecond: Int64 = 0
  /// The zone in minutes east of Greenwich; UTC if the string has no zone.
  package var zone = 0

  package init() {}

  /// The days from 1970-01-01 to the day as written; `nil` if the calendar does not have the day,
  /// or not on that weekday.
  package var days: Int? {
    guard (1...9999).contains(year), CivilDay.isValid(year: year, month: month, day: day) else {
      return nil
    }
    let days = CivilDay.days(year: year, month: month, day: day)
    if let weekday, weekday != Self.weekday(days: days) { return nil }
    return days
  }

  /// Microseconds since 1970-01-01T00:00:00Z.
  package var microseconds: Int64? {
    guard let days else { return nil }
    let minutes = Int64(days) * 1440 + Int64(hour * 60 + minute - zone)
    let value = (minutes * 60 + Int64(second)) * 1_000_000 + microsecond
    return DateText.range.contains(value) ? value : nil
  }

  /// Creates the fields of a date in UTC.
  package init(microseconds: Int64) {
    let (seconds, fraction) = microseconds.flooringDivision(by: 1_000_000)
    let (days, time) = seconds.flooringDivision(by: 86_400)
    self.init(days: Int(days))
    hour = Int(time) / 3600
    minute = Int(time) / 60 % 60
    second = Int(time) % 60
    microsecond = fraction
  }

  /// Creates the fields of the first moment of a day.
  package init(days: Int) {
    let civil = CivilDay(days: days)
    year = civil.year
    month = civil.month
    day = civil.day
    weekday = Self.weekday(days: days)
  }

  /// The weekday. 1970-01-01 was a Thursday.
  private static func weekday(days: Int) -> Int {
    Int((Int64(days) + 3).flooringDivision(by: 7).remainder)
  }
}

/// English names of months and weekdays.
enum DateNames {
  static let months: [StaticString] = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
  static let weekdays: [StaticString] = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]
}
