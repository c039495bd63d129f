import Foundation
import SwiftSyncValues
import TestHelpers
import Testing

@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

@Suite struct DateConversionTests {
  static let iso = ValueType.date(DateForm(remote: .iso8601, storage: .text))
  static let auto = ValueType.date(DateForm(remote: .auto, storage: .text))
  static let unix = ValueType.date(DateForm(remote: .unix, storage: .text))
  static let milliseconds = ValueType.date(DateForm(remote: .unixMilliseconds, storage: .integer))

  @Test(arguments: [
    ("2026-01-02", "2026-01-02T00:00:00.000000Z"),
    ("2026-01-02T03:04:05", "2026-01-02T03:04:05.000000Z"),
    ("2026-01-02 03:04:05", "2026-01-02T03:04:05.000000Z"),
    ("2026-01-02t03:04:05z", "2026-01-02T03:04:05.000000Z"),
    ("2026-01-02T03:04", "2026-01-02T03:04:00.000000Z"),
    ("2026-01-02T03:04:05 Z", "2026-01-02T03:04:05.000000Z"),
    ("2026-01-02T03:04:05.12345 Z", "2026-01-02T03:04:05.123450Z"),
    ("2026-01-02T03:04:05+05:30", "2026-01-01T21:34:05.000000Z"),
    ("2026-01-02T03:04:05+0530", "2026-01-01T21:34:05.000000Z"),
    ("2026-01-02T03:04:05+05", "2026-01-01T22:04:05.000000Z"),
    ("2026-01-02T03:04:05-00:00", "2026-01-02T03:04:05.000000Z"),
    ("2026-01-02T03:04:05.1Z", "2026-01-02T03:04:05.100000Z"),
    ("2026-01-02T03:04:05.123456789Z", "2026-01-02T03:04:05.123457Z"),
    ("2026-01-02T03:04:05.1234565Z", "2026-01-02T03:04:05.123456Z"),
    ("2026-01-02T03:04:05.1234575Z", "2026-01-02T03:04:05.123458Z"),
    ("2026-12-31T23:59:59.9999999Z", "2027-01-01T00:00:00.000000Z"),
    ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000000Z"),
    ("2026-01-01T24:00:00Z", "2026-01-02T00:00:00.000000Z"),
    ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000000Z"),
    ("9999-12-31T23:59:59.999999Z", "9999-12-31T23:59:59.999999Z"),
    ("1969-12-31T23:59:59Z", "1969-12-31T23:59:59.000000Z"),
    ("2024-02-29", "2024-02-29T00:00:00.000000Z"), ("2000-02-29", "2000-02-29T00:00:00.000000Z"),
    ("2026-01-02T24:00:00.000+01:00", "2026-01-02T23:00:00.000000Z"),
    ("2026-01-02T03:04:60.000000Z", "2026-01-02T03:05:00.000000Z"),
  ])
  func convertsISODates(_ text: String, _ stored: String) throws {
    #expect(try convert("\"\(text)\"", Self.iso) == .text(stored))
    #expect(try convert("\"\(text)\"", Self.auto) == .text(stored))
  }

  @Test(arguments: [
    "2023-02-31", "2026-13-01", "20230101", "2022-08-18-02:30", "2026-W01-1", "03:04", "", "soon",
    "2026-01-02T03:04:05Zx", "2026-01-02T03:04:05.Z", "2026-01-02T03:04:05.1234567890Z",
    "2026-01-02T03", "2026-01-02T25:00:00Z", "2026-01-02T24:00:01Z", "2026-01-02T24:00:00.1Z",
    "2026-01-02T03:60:00Z", "2026-01-02T03:04:61Z", "2026-01-02T03:04:05+5",
    "2026-01-02T03:04:05+24:00",
    "2026-01-02T03:04:05+05:60", "2026-01-02T03:04:05  Z", "0000-01-01", "2100-02-29", "2026-00-01",
    "2026-01-00", " 2026-01-02", "2026-1-2", "2026-01-02T", "2026/01/02",
    "9999-12-31T23:59:59.9999999Z", "9999-12-31T23:59:59-01:00", "0001-01-01T00:00:00+00:01",
    "2013-05-08T00:knock00:00.5+00:00", "2026-01-02T03:04:05+05:3", "1600000000",
  ])
  func rejectsInvalidISODates(_ text: String) throws {
    #expect(try convert("\"\(text)\"", Self.iso) == .badValue)
  }

  @Test(arguments: [
    ("1600000000", "2020-09-13T12:26:40.000000Z"),
    ("\"1600000000\"", "2020-09-13T12:26:40.000000Z"),
    ("1600000000.5", "2020-09-13T12:26:40.500000Z"), ("-1", "1969-12-31T23:59:59.000000Z"),
    ("-0.5", "1969-12-31T23:59:59.500000Z"), ("1.6e9", "2020-09-13T12:26:40.000000Z"),
    ("0.0000005", "1970-01-01T00:00:00.000000Z"), ("0.0000015", "1970-01-01T00:00:00.000002Z"),
    ("20230101", "1970-08-23T03:28:21.000000Z"), ("99999999999", "5138-11-16T09:46:39.000000Z"),
  ])
  func convertsUnixSeconds(_ json: String, _ stored: String) throws {
    #expect(try convert(json, Self.unix) == .text(stored))
  }

  @Test(arguments: [
    "160000000000", "-99999999999", "\"2026-01-02\"", "\"1.6e9\"", "\"01600000000\"", "true",
    "1e12",
  ])
  func rejectsInvalidUnixSeconds(_ json: String) throws {
    #expect(try convert(json, Self.unix) == .badValue)
  }

  @Test func millisecondsAreStoredAsMicroseconds() throws {
    #expect(try convert("1600000000123", Self.milliseconds) == .integer(1_600_000_000_123_000))
    #expect(
      try convert("\"1600000000123.4565\"", Self.milliseconds) == .integer(1_600_000_000_123_456))
    #expect(try convert("100000000000000", Self.milliseconds) == .badValue)
  }

  @Test(arguments: [
    ("160000000", "1975-01-26T20:26:40.000000Z"), ("16000000000", "2477-01-07T04:26:40.000000Z"),
    ("\"1600000000123\"", "2020-09-13T12:26:40.123000Z"),
    ("1600000000123456", "2020-09-13T12:26:40.123456Z"),
  ])
  func autoDetectsFormatByDigitCount(_ json: String, _ stored: String) throws {
    #expect(try convert(json, Self.auto) == .text(stored))
  }

  @Test(arguments: ["20230101", "\"20230101\"", "0", "123456789012345678", "12345678"])
  func autoRejectsOtherDigitCounts(_ json: String) throws {
    #expect(try convert(json, Self.auto) == .badValue)
  }

  @Test func convertsDays() throws {
    #expect(try convert("\"2026-01-02\"", .day) == .text("2026-01-02"))
    #expect(try convert("\"2026-01-02T23:00:00-11:00\"", .day) == .text("2026-01-02"))
    for json in ["\"2026-02-30\"", "\"2026-01-02T25:00:00Z\"", "20260102", "\"20260102\"", "\"\""] {
      #expect(try convert(json, .day) == .badValue, "\(json)")
    }
  }

  @Test func exportsDates() {
    let date = StoredValue.text("2020-09-13T12:26:40.000000Z")
    #expect(export(date, Self.iso) == "\"2020-09-13T12:26:40Z\"")
    #expect(export(date, Self.unix) == "1600000000")
    #expect(export(date, Self.iso, dates: .unixMilliseconds) == "1600000000000")
    #expect(export(.integer(1_600_000_000_123_000), Self.auto) == "\"2020-09-13T12:26:40.123Z\"")
    #expect(export(.integer(1_600_000_000_123_456), Self.auto) == "\"2020-09-13T12:26:40.123456Z\"")
    #expect(export(.integer(-1_500_000), Self.unix) == "-1.5")
    #expect(export(.integer(-1), Self.unix) == "-0.000001")
    #expect(
      export(.text(#"["2020-09-13T12:26:40.000000Z"]"#), .array(Self.unix)) == "[1600000000]")
    #expect(
      export(.text(#"{"a\"":"2020-09-13T12:26:40.000000Z"}"#), .dictionary(Self.iso))
        == #"{"a\"":"2020-09-13T12:26:40Z"}"#)
    #expect(export(.text("soon"), Self.iso) == nil)
  }

  /// An independent oracle: Foundation's formatter, for the texts that it can read.
  @Test func agreesWithFoundation() throws {
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withInternetDateTime]
    var random = SeededRandom(42)
    for _ in 0..<3000 {
      // Before 1582, Foundation uses the Julian calendar.
      let seconds = Int64.random(in: -12_219_292_800...253_402_300_799, using: &random)
      let text = formatter.string(from: Date(timeIntervalSince1970: Double(seconds)))
      var microseconds = seconds * 1_000_000
      #expect(text.withFastSlice(DateText.microseconds) == microseconds, "\(text)")
      microseconds += Int64.random(in: 0..<1_000_000, using: &random)
      guard case .text(let stored)? = Date(microseconds: microseconds).stored(in: .text) else {
        Issue.record("\(microseconds) cannot be stored")
        continue
      }
      #expect(stored.prefix(19) == text.prefix(19))
    }
  }

  /// `Date` represents microseconds exactly for 272 years before and after 2001.
  @Test func dateKeepsMicroseconds() {
    var random = SeededRandom(7)
    for _ in 0..<10_000 {
      let value = Int64.random(in: -7_600_000_000_000_000...9_500_000_000_000_000, using: &random)
      #expect(Date(microseconds: value).microseconds == value)
    }
  }

  @Test func roundTripsCalendarDays() {
    var days = 0
    for year in stride(from: 1, through: 9999, by: 7) {
      for month in 1...12 {
        for day in [1, 28, 29, 30, 31] {
          guard CivilDay.isValid(year: year, month: month, day: day) else { continue }
          let number = CivilDay.days(year: year, month: month, day: day)
          let civil = CivilDay(days: number)
          days += civil.year == year && civil.month == month && civil.day == day ? 0 : 1
        }
      }
    }
    #expect(days == 0)
  }
}

extension String {
  fileprivate func withFastSlice<R>(_ body: (JSONSlice) -> R) -> R {
    var copy = self
    return copy.withUTF8 { body(JSONSlice($0)) }
  }
}
