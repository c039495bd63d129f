/// Dates as text: RFC 3339 in its many spellings for reading, `2026-01-02T03:04:05.123456Z` for
/// writing.
public enum DateText {
  /// The length of the canonical form.
  @inlinable
  public static var length: Int { 27 }
  /// The years 0001 to 9999, in microseconds since 1970.
  @inlinable
  public static var range: ClosedRange<Int64> { -62_135_596_800_000_000...253_402_300_799_999_999 }

  /// Whether a string that is a date is in the canonical form.
  @inlinable
  @inline(__always)
  public static func isCanonical(_ text: JSONSlice) -> Bool {
    text.count == length && text[10] == UInt8(ascii: "T") && text[26] == UInt8(ascii: "Z")
      && text[17] != UInt8(ascii: "6") && text[25] != UInt8(ascii: " ")
      && !(text[11] == UInt8(ascii: "2") && text[12] == UInt8(ascii: "4"))
  }

  /// Microseconds since 1970-01-01T00:00:00Z. A string without a zone is read as UTC.
  public static func microseconds(_ text: JSONSlice) -> Int64? {
    guard let days = days(text) else { return nil }
    var value = days * 86_400_000_000
    if text.count > 10 {
      guard let time = time(text) ?? rarerTime(text) else { return nil }
      value += time
    }
    return range.contains(value) ? value : nil
  }

  /// The days from 1970-01-01 to the `YYYY-MM-DD` at the start, which must be a day of the
  /// calendar.
  @inlinable
  @inline(__always)
  public static func days(_ text: JSONSlice) -> Int64? {
    guard text.count >= 10, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
      let century = number(text, 0), let years = number(text, 2),
      let month = number(text, 5), let day = number(text, 8)
    else { return nil }
    let year = century * 100 + years
    guard year >= 1, CivilDay.isValid(year: year, month: month, day: day) else { return nil }
    return Int64(CivilDay.days(year: year, month: month, day: day))
  }

  /// Microseconds since midnight UTC from the `THH:MM:SS`, fraction and zone after the day.
  private static func time(_ text: JSONSlice) -> Int64? {
    guard text.count >= 19,
      text[10] == UInt8(ascii: "T") || text[10] == UInt8(ascii: "t")
        || text[10] == UInt8(ascii: " "),
      text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":"),
      let hour = number(text, 11), let minute = number(text, 14), let second = number(text, 17),
      hour <= 24, minute <= 59, second <= 60
    else { return nil }
    var index = 19
    guard let fraction = fraction(text, &index), let zone = zone(text, index) else { return nil }
    if hour == 24, minute != 0 || second != 0 || fraction != 0 { return nil }
    return Int64((hour * 60 + minute - zone) * 60 + second) * 1_000_000 + fraction
  }

  /// Microseconds from 1 to 9 digits, rounded half to even.
  private static func fraction(_ text: JSONSlice, _ index: inout Int) -> Int64? {
    guard index < text.count, text[index] == UInt8(ascii: ".") else { return 0 }
    index += 1
    let first = index
    var nanoseconds: Int64 = 0
    while index < text.count, text[index].isDigit {
      nanoseconds = nanoseconds &* 10 &+ Int64(text[index] &- UInt8(ascii: "0"))
      index += 1
      guard index - first <= 9 else { return nil }
    }
    guard index > first else { return nil }
    for _ in (index - first)..<9 { nanoseconds *= 10 }
    let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1000)
    return whole + (rest > 500 || rest == 500 && whole & 1 == 1 ? 1 : 0)
  }

  /// Minutes east of Greenwich. Nothing may follow the zone.
  private static func zone(_ text: JSONSlice, _ index: Int) -> Int? {
    let rest = text.count - index
    if rest == 0 { return 0 }
    if rest == 1 { return text[index] | 0x20 == UInt8(ascii: "z") ? 0 : nil }
    guard text[index] == UInt8(ascii: "+") || text[index] == UInt8(ascii: "-"),
      rest == 3 || rest == 5 || rest == 6 && text[index + 3] == UInt8(ascii: ":"),
      let hours = number(text, index + 1), hours <= 23
    else { return nil }
    var minutes = 0
    if rest > 3 {
      guard let stated = number(text, index + rest - 2), stated <= 59 else { return nil }
      minutes = stated
    }
    let offset = hours * 60 + minutes
    return text[index] == UInt8(ascii: "-") ? -offset : offset
  }

  /// The number of the two digits at `index`.
  @inlinable
  @inline(__always)
  static func number(_ text: JSONSlice, _ index: Int) -> Int? {
    let tens = text[index] &- UInt8(ascii: "0")
    let units = text[index &+ 1] &- UInt8(ascii: "0")
    return tens < 10 && units < 10 ? Int(tens) &* 10 &+ Int(units) : nil
  }
}

extension DateText {
  /// Writes the canonical form, which has `length` bytes. `microseconds` must be in `range`.
  public static func write(_ microseconds: Int64, to target: UnsafeMutablePointer<UInt8>) {
    let (seconds, fraction) = microseconds.flooringDivision(by: 1_000_000)
    let (days, time) = seconds.flooringDivision(by: 86_400)
    let day = CivilDay(days: Int(days))
    put(day.year, digits: 4, at: 0, target)
    put(day.month, digits: 2, at: 5, target)
    put(day.day, digits: 2, at: 8, target)
    put(Int(time) / 3600, digits: 2, at: 11, target)
    put(Int(time) / 60 % 60, digits: 2, at: 14, target)
    put(Int(time) % 60, digits: 2, at: 17, target)
    put(Int(fraction), digits: 6, at: 20, target)
    target[4] = UInt8(ascii: "-")
    target[7] = UInt8(ascii: "-")
    target[10] = UInt8(ascii: "T")
    target[13] = UInt8(ascii: ":")
    target[16] = UInt8(ascii: ":")
    target[19] = UInt8(ascii: ".")
    target[26] = UInt8(ascii: "Z")
  }

  private static func put(
    _ value: Int, digits: Int, at index: Int, _ target: UnsafeMutablePointer<UInt8>
  ) {
    var rest = value
    for place in stride(from: index + digits - 1, through: index, by: -1) {
      target[place] = UInt8(truncatingIfNeeded: rest % 10) &+ UInt8(ascii: "0")
      rest /= 10
    }
  }
}

extension Int64 {
  /// The quotient and a remainder that is never negative.
  public func flooringDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}

/// A day of the proleptic Gregorian calendar, computed arithmetically.
public struct CivilDay {
  public let year: Int
  public let month: Int
  public let day: Int

  /// Years are counted from March so that the leap day comes last. 400 years have 146,097 days.
  private static let daysPerEra = 146_097
  /// The days from 0000-03-01 to 1970-01-01.
  private static let epoch = 719_468

  public static func isValid(year: Int, month: Int, day: Int) -> Bool {
    guard (1...12).contains(month), day >= 1 else { return false }
    if day <= 28 { return true }
    switch month {
    case 2: return day == 29 && isLeap(year)
    case 4, 6, 9, 11: return day <= 30
    default: return day <= 31
    }
  }

  /// The days from 1970-01-01 to a valid day.
  public static func days(year: Int, month: Int, day: Int) -> Int {
    let marchYear = month <= 2 ? year - 1 : year
    let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * daysPerEra + dayOfEra - epoch
  }

  /// Creates the day that is `days` after 1970-01-01.
  public init(days: Int) {
    let shifted = days + Self.epoch
    let era = (shifted >= 0 ? shifted : shifted - Self.daysPerEra + 1) / Self.daysPerEra
    let dayOfEra = shifted - era * Self.daysPerEra
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  private static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }
}

extension DateText {
  package static func microseconds(_ text: String) -> Int64? { text.withSlice(microseconds) }

  /// The canonical form.
  package static func text(_ microseconds: Int64) -> String {
    String(unsafeUninitializedCapacity: length) { buffer in
      guard let start = buffer.baseAddress else { return 0 }
      write(microseconds, to: start)
      return length
    }
  }

  /// Whether a string is a day of the calendar.
  package static func isDay(_ text: String) -> Bool {
    text.utf8.count == 10 && text.withSlice(days) != nil
  }
}
