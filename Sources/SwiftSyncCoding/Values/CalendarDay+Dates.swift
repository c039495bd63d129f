public import SwiftSyncFoundation
import SwiftSyncValues

extension CalendarDay {
  /// Creates the day that a date falls on in a time zone.
  ///
  /// ```swift
  /// todo.dueOn = CalendarDay(Date())
  /// ```
  ///
  /// A date before the year 1 or after the year 9999 falls on the first or the last day.
  public init(_ date: Date, in timeZone: TimeZone = .current) {
    let seconds = Double.maximum(
      Double(Self.days.lowerBound - 1) * Self.secondsPerDay,
      .minimum(Double(Self.days.upperBound + 1) * Self.secondsPerDay, date.timeIntervalSince1970))
    let offset = timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: seconds))
    self.init(
      nearestTo: Int(((seconds + Double(offset)) / Self.secondsPerDay).rounded(.down)))
  }

  /// The start of the day in a time zone: midnight, or the first moment after it if the clocks skip
  /// midnight on that day.
  public func date(in timeZone: TimeZone = .current) -> Date {
    let midnight = Double(daysSince1970) * Self.secondsPerDay
    let (before, after) = (
      timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: midnight - Self.secondsPerDay)),
      timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: midnight + Self.secondsPerDay))
    )
    // If the clocks change between the two, only one of the offsets may apply at midnight. If both
    // do, it is midnight twice. If none does, the clocks skip midnight.
    let early = Date(timeIntervalSince1970: midnight - Double(before))
    let late = Date(timeIntervalSince1970: midnight - Double(after))
    if timeZone.secondsFromGMT(for: early) == before { return early }
    return timeZone.secondsFromGMT(for: late) == after ? late : early
  }

  /// The start of the day in a time zone, which can be set to any moment of a day.
  package subscript(dateIn timeZone: TimeZone) -> Date {
    get { date(in: timeZone) }
    set { self = CalendarDay(newValue, in: timeZone) }
  }

  /// The current day in a time zone, shifted by a number of days. Negative numbers give an earlier
  /// day.
  ///
  /// In the condition of a query, `.today(plusDays: 7)` is a `Condition.RelativeDay`, which is computed each
  /// time the query runs.
  @_disfavoredOverload
  public static func today(
    plusDays days: Int = 0, in timeZone: TimeZone = .current
  ) -> CalendarDay {
    CalendarDay(Date(), in: timeZone).advanced(by: days)
  }

  private static let secondsPerDay = 86_400.0
}

extension CalendarDay: Strideable {
  /// The number of days until another day; negative if the other day is earlier.
  public func distance(to other: CalendarDay) -> Int {
    other.daysSince1970 - daysSince1970
  }

  /// The day that is a number of days later, or earlier if the number is negative.
  ///
  /// Days before the year 1 become its first day, and days after the year 9999 its last one.
  public func advanced(by days: Int) -> CalendarDay {
    let (sum, overflow) = daysSince1970.addingReportingOverflow(days)
    return CalendarDay(nearestTo: overflow ? (days < 0 ? .min : .max) : sum)
  }

  /// Returns whether the two are the same day.
  public static func == (left: CalendarDay, right: CalendarDay) -> Bool {
    (left.year, left.month, left.day) == (right.year, right.month, right.day)
  }

  /// The days of the calendar, counted from 1970-01-01.
  private static let days =
    CivilDay.days(year: 1, month: 1, day: 1)...CivilDay.days(year: 9999, month: 12, day: 31)

  private var daysSince1970: Int { CivilDay.days(year: year, month: month, day: day) }

  /// Creates the day of the calendar that is nearest to a number of days after 1970-01-01.
  private init(nearestTo days: Int) {
    let civil = CivilDay(days: min(max(days, Self.days.lowerBound), Self.days.upperBound))
    year = civil.year
    month = civil.month
    day = civil.day
  }
}
