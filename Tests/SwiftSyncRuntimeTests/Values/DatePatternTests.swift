import Foundation
import SwiftSyncValues
import TestHelpers
import Testing

/// Compares patterns with Foundation's formatter, an independent implementation.
@Suite struct DatePatternTests {
  /// Patterns that Foundation reads and writes according to Unicode.
  private static let patterns = [
    "yyyy-MM-dd HH:mm:ss", "yyyy-MM-dd'T'HH:mm:ss.SSSXXX", "EEE, d MMM yyyy HH:mm:ss Z",
    "EEEE, dd MMMM yyyy hh:mm:ss a xxx", "yyyyMMddHHmmss", "d/M/y H:m:s X", "MMM d yyyy, h:mm:ss a",
    "EEE MMM dd HH:mm:ss ZZZZZ yyyy", "yyyy'year'MM'month'dd HH''mm''ss xx",
  ]

  private static func formatter(_ pattern: String) -> DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.calendar = Calendar(identifier: .gregorian)
    formatter.dateFormat = pattern
    return formatter
  }

  private func written(_ microseconds: Int64, _ pattern: DatePattern) -> String {
    var text: [UInt8] = []
    pattern.append(DateFields(microseconds: microseconds), to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  private func read(_ text: String, _ pattern: DatePattern) -> Int64? {
    var text = text
    return text.withUTF8 { pattern.fields(JSONSlice($0))?.microseconds }
  }

  @Test(arguments: patterns) func agreesWithFoundation(_ spelled: String) throws {
    let pattern = try DatePattern(spelled)
    let formatter = Self.formatter(spelled)
    var random = SeededRandom(7)
    for _ in 0..<300 {
      // In the years in which Foundation's calendar is the same as ours: 1600 to 2599.
      let second = Int64.random(in: -11_676_096_000...19_880_899_199, using: &random)
      let text = formatter.string(from: Date(timeIntervalSince1970: Double(second)))
      #expect(written(second * 1_000_000, pattern) == text)
      #expect(read(text, pattern) == second * 1_000_000, "\(text)")
    }
  }

  @Test(arguments: patterns) func roundTripsDates(_ spelled: String) throws {
    let pattern = try DatePattern(spelled)
    var random = SeededRandom(11)
    for _ in 0..<300 {
      let second = Int64.random(
        in: DateText.range.lowerBound / 1_000_000...DateText.range.upperBound / 1_000_000,
        using: &random)
      #expect(read(written(second * 1_000_000, pattern), pattern) == second * 1_000_000)
    }
  }

  /// Whatever the text, a value that is read from it is a date; each pattern reads the text that it
  /// writes.
  @Test func readsOnlyDatesInRange() throws {
    var random = SeededRandom(13)
    let pieces = [
      "yyyy", "y", "yy", "MM", "M", "MMM", "MMMM", "dd", "d", "EEE", "EEEE", "HH", "hh", "a", "mm",
      "ss", "SSS", "Z", "ZZZZ", "X", "xxx", "'T'", "''", "-", ":", " ", ".", "0",
    ]
    var compiled = 0
    for _ in 0..<20_000 {
      let start = ["yyyy-MM-dd ", "d. MMM y ", "dd/MM/yy ", ""].randomElement(using: &random) ?? ""
      let length = Int.random(in: 0...6, using: &random)
      let rest = (0..<length).compactMap { _ in pieces.randomElement(using: &random) }
      guard let pattern = try? DatePattern(start + rest.joined()) else { continue }
      compiled += 1
      let text = (0..<6).compactMap { _ in pieces.randomElement(using: &random) }.joined()
      if let found = read(text, pattern) { #expect(DateText.range.contains(found)) }
      #expect(read(written(0, pattern), pattern) != nil, "\(pattern.text)")
    }
    #expect(compiled > 1000)
  }

  /// Inserting, removing or changing one character never crashes and never gives a date outside the
  /// calendar.
  @Test func toleratesMutatedText() throws {
    var random = SeededRandom(17)
    for spelled in Self.patterns {
      let pattern = try DatePattern(spelled)
      for _ in 0..<500 {
        var text = Array(written(1_772_530_200_000_000, pattern).utf8)
        let place = Int.random(in: 0..<text.count, using: &random)
        switch Int.random(in: 0...2, using: &random) {
        case 0: text.remove(at: place)
        case 1: text.insert(UInt8.random(in: 0...255, using: &random), at: place)
        default: text[place] = UInt8.random(in: 0...255, using: &random)
        }
        let fields = text.withUnsafeBufferPointer { pattern.fields(JSONSlice($0)) }
        if let microseconds = fields?.microseconds {
          #expect(DateText.range.contains(microseconds))
          #expect(read(written(microseconds, pattern), pattern) != nil)
        }
      }
    }
  }

  @Test func roundTripsInternetDate() {
    var text: [UInt8] = []
    InternetDate.append(DateFields(microseconds: 784_896_326_000_000), to: &text)
    #expect(String(decoding: text, as: UTF8.self) == "Tue, 15 Nov 1994 10:45:26 +0000")
    let fields = text.withUnsafeBufferPointer { InternetDate.fields(JSONSlice($0)) }
    #expect(fields?.microseconds == 784_896_326_000_000)
  }

  @Test(arguments: [
    ("", DatePatternProblem.empty), ("  ", .empty), ("yyyy-MM-ddTHH", .unknownLetter("T")),
    ("yyy-MM-dd", .unknownField("yyy")), ("yyyy-MM-dd 'at", .openQuote), ("MM-dd", .missing("y")),
    ("yyyy-dd", .missing("M")), ("yyyy-MM", .missing("d")), ("yyyy-MM-dd d", .repeated("d")),
    ("yyyy-MM-dd hh", .incomplete("h", without: "a")),
    ("yyyy-MM-dd HHa", .incomplete("a", without: "h")),
    ("yyyy-MM-dd mm", .incomplete("m", without: "H")), ("yMd", .unlimited("y")),
    ("yyyy-MM-ddXHH", .unlimited("X")), ("yyyy-MM-d0", .unlimited("d")),
  ])
  func rejectsInvalidPatterns(_ spelled: String, _ problem: DatePatternProblem) {
    #expect(throws: problem) { try DatePattern(spelled) }
  }
}
