import Foundation
import SwiftSyncRuntime
import Testing

@Suite struct CalendarDayTests {
  private func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

  private func zone(_ name: String) throws -> TimeZone {
    try #require(TimeZone(identifier: name))
  }

  private func date(_ text: String) throws -> Date {
    try Date(text, strategy: .iso8601)
  }

  @Test func isTheDayOfADateInATimeZone() throws {
    let evening = try date("2026-03-01T23:30:00Z")
    #expect(try CalendarDay(evening, in: .gmt) == day("2026-03-01"))
    #expect(try CalendarDay(evening, in: zone("Europe/Berlin")) == day("2026-03-02"))
    #expect(try CalendarDay(evening, in: zone("Pacific/Kiritimati")) == day("2026-03-02"))
    let morning = try date("2026-03-01T00:30:00Z")
    #expect(try CalendarDay(morning, in: zone("America/New_York")) == day("2026-02-28"))
    // A fraction of a second before midnight, and before 1970.
    #expect(CalendarDay(evening.addingTimeInterval(1799.999), in: .gmt).day == 1)
    let before1970 = Date(timeIntervalSince1970: -0.001)
    #expect(try CalendarDay(before1970, in: .gmt) == day("1969-12-31"))
    // Before 1582, the Gregorian calendar is not Foundation's.
    let first = Date(timeIntervalSince1970: -62_135_596_800)
    #expect(CalendarDay(first, in: .gmt).description == "0001-01-01")
  }

  @Test(arguments: [
    (-Double.infinity, "0001-01-01"), (-1e12, "0001-01-01"), (-62_135_596_801, "0001-01-01"),
    (253_402_300_800, "9999-12-31"), (1e300, "9999-12-31"), (.infinity, "9999-12-31"),
  ])
  func isTheNearestDayForOtherYears(seconds: Double, expected: String) throws {
    for name in ["Etc/GMT+12", "Pacific/Kiritimati", "GMT"] {
      let date = Date(timeIntervalSince1970: seconds)
      let found = CalendarDay(date, in: try zone(name))
      // In a zone behind Greenwich, the first second of the year 10000 is still in the year 9999.
      #expect(found.description == expected)
    }
  }

  @Test(arguments: [
    ("2026-03-01", "GMT", "2026-03-01T00:00:00Z"),
    ("2026-03-29", "Europe/Berlin", "2026-03-28T23:00:00Z"),
    ("2026-03-30", "Europe/Berlin", "2026-03-29T22:00:00Z"),
    ("2026-10-25", "Europe/Berlin", "2026-10-24T22:00:00Z"),
    ("2026-10-26", "Europe/Berlin", "2026-10-25T23:00:00Z"),
    ("2026-03-01", "Pacific/Kiritimati", "2026-02-28T10:00:00Z"),
    ("2026-03-01", "Pacific/Pago_Pago", "2026-03-01T11:00:00Z"),
    // The clocks skip midnight.
    ("2018-11-04", "America/Sao_Paulo", "2018-11-04T03:00:00Z"),
    // They go back from midnight to 23:00, and from 1:00 to a second midnight.
    ("2019-02-17", "America/Sao_Paulo", "2019-02-17T03:00:00Z"),
    ("2025-11-02", "America/Havana", "2025-11-02T04:00:00Z"),
  ])
  func startsAtMidnight(text: String, name: String, expected: String) throws {
    let day = try day(text)
    let start = day.date(in: try zone(name))
    #expect(try start == date(expected), "\(start)")
    #expect(try CalendarDay(start, in: zone(name)) == day)
    let before = start.addingTimeInterval(-1)
    #expect(try CalendarDay(before, in: zone(name)) == day.advanced(by: -1))
  }

  /// A date picker shows the start of a day, and sets it to any moment.
  @Test func isReadAndSetAsADate() throws {
    var day = try day("2026-03-01")
    let tokyo = try zone("Asia/Tokyo")
    #expect(try day[dateIn: tokyo] == date("2026-02-28T15:00:00Z"))
    day[dateIn: tokyo] = try date("2026-03-01T16:00:00Z")
    #expect(day.description == "2026-03-02")
    day[dateIn: .gmt] = try date("2026-03-01T16:00:00Z")
    #expect(day.description == "2026-03-01")
  }

  @Test func eachDayStartsOnThisDay() throws {
    let first = try day("1990-01-01")
    for name in TimeZone.knownTimeZoneIdentifiers {
      let zone = try zone(name)
      for offset in stride(from: 0, to: 14_000, by: 977) {
        let day = first.advanced(by: offset)
        #expect(CalendarDay(day.date(in: zone), in: zone) == day, "\(name)")
      }
    }
  }

  @Test func countsDays() throws {
    let leap = try day("2024-02-28")
    #expect(leap.advanced(by: 2).description == "2024-03-01")
    #expect(try leap.distance(to: day("2025-02-28")) == 366)
    #expect(try day("2025-02-28").distance(to: leap) == -366)
    let week = leap..<leap.advanced(by: 7)
    #expect(week.count == 7 && week.map(\.day) == [28, 29, 1, 2, 3, 4, 5])
    let mondays = stride(from: leap, through: try day("2024-03-20"), by: 7)
    #expect(mondays.map(\.day) == [28, 6, 13, 20])
  }

  @Test func staysInTheCalendar() throws {
    let (first, last) = (try day("0001-01-01"), try day("9999-12-31"))
    #expect(first.advanced(by: -1) == first && last.advanced(by: 1) == last)
    #expect(first.advanced(by: .min) == first && last.advanced(by: .max) == last)
    #expect(first.advanced(by: .max) == last && last.advanced(by: .min) == first)
    #expect(first.advanced(by: first.distance(to: last)) == last)
    #expect((last.advanced(by: -1)...last).map(\.day) == [30, 31])
  }

  @Test func todayIsTheDayOfNow() throws {
    let zone = try zone("Asia/Tokyo")
    let before = CalendarDay(Date(), in: zone)
    let today = CalendarDay.today(in: zone)
    let after = CalendarDay(Date(), in: zone)
    #expect(before <= today && today <= after)
    let tomorrow = CalendarDay.today(plusDays: 1, in: zone)
    #expect(before.advanced(by: 1) <= tomorrow && tomorrow <= after.advanced(by: 2))
    let yesterday: CalendarDay = .today(plusDays: -1)
    #expect(yesterday < .today())
  }
}
