/// Days and dates of the Gregorian calendar as schemas write them, years 0001 to 9999.
enum CivilDate {
  private static let microsecondsPerDay: Int64 = 86_400_000_000

  /// Days since 1970-01-01 of `2026-01-02`, `nil` if the calendar has no such day.
  static func days(_ text: some StringProtocol) -> Int64? {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let year = number(bytes[0..<4]), let month = number(bytes[5..<7]),
      let day = number(bytes[8..<10]), year >= 1, (1...12).contains(month),
      (1...lengthOfMonth(month, year)).contains(day)
    else { return nil }
    // Years begin in March here, so that the leap day is the last one.
    let shifted = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let leapDays = shifted / 4 - shifted / 100 + shifted / 400
    return Int64(shifted * 365 + leapDays + dayOfYear - 719_468)
  }

  /// Microseconds since 1970 of an ISO 8601 date, with or without time, fraction and zone (UTC).
  static func microseconds(_ text: String) -> Int64? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 10, let days = days(text.prefix(10)) else { return nil }
    guard bytes.count > 10 else { return days * microsecondsPerDay }
    guard bytes.count >= 19, [UInt8(ascii: "T"), UInt8(ascii: " ")].contains(bytes[10]),
      bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
      let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]),
      let second = number(bytes[17..<19]), hour < 24, minute < 60, second < 60
    else { return nil }
    var rest = bytes[19...]
    guard let fraction = takeFraction(&rest), let zone = zone(rest) else { return nil }
    let seconds = Int64((hour * 60 + minute - zone) * 60 + second)
    return days * microsecondsPerDay + seconds * 1_000_000 + fraction
  }

  /// `2026-01-02T03:04:05.123456Z`
  static func text(microseconds: Int64) -> String {
    let time = (microseconds % microsecondsPerDay + microsecondsPerDay) % microsecondsPerDay
    let seconds = time / 1_000_000
    let day = dayText((microseconds - time) / microsecondsPerDay)
    let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }
    return day + "T" + clock.joined(separator: ":") + "." + padded(time % 1_000_000, 6) + "Z"
  }

  private static func dayText(_ days: Int64) -> String {
    let shifted = days + 719_468
    var year = shifted * 400 / 146_097
    while firstDay(of: year + 1) <= shifted { year += 1 }
    while firstDay(of: year) > shifted { year -= 1 }
    let dayOfYear = shifted - firstDay(of: year)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    let civil = month < 10 ? (year, month + 3) : (year + 1, month - 9)
    return padded(civil.0, 4) + "-" + padded(civil.1, 2) + "-" + padded(day, 2)
  }

  /// The first of March of a year, counted from that of the year 0.
  private static func firstDay(of year: Int64) -> Int64 {
    year * 365 + year / 4 - year / 100 + year / 400
  }

  private static func padded(_ value: Int64, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }

  private static func lengthOfMonth(_ month: Int, _ year: Int) -> Int {
    if month == 2 { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28 }
    return [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard !digits.isEmpty, digits.allSatisfy(CanonicalNumber.isDigit) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  /// The fraction at the start in microseconds; one to six digits.
  private static func takeFraction(_ rest: inout ArraySlice<UInt8>) -> Int64? {
    guard rest.first == UInt8(ascii: ".") else { return 0 }
    let digits = rest.dropFirst().prefix(while: CanonicalNumber.isDigit)
    guard (1...6).contains(digits.count), let value = number(digits) else { return nil }
    rest = rest.dropFirst(digits.count + 1)
    return (digits.count..<6).reduce(Int64(value)) { result, _ in result * 10 }
  }

  /// Minutes east of Greenwich.
  private static func zone(_ rest: ArraySlice<UInt8>) -> Int? {
    if rest.isEmpty || rest.elementsEqual([UInt8(ascii: "Z")]) { return 0 }
    let zone = Array(rest)
    guard zone.count == 6, zone[3] == UInt8(ascii: ":"),
      let hours = number(zone[1..<3]), let minutes = number(zone[4..<6]), hours < 24, minutes < 60
    else { return nil }
    switch zone[0] {
    case UInt8(ascii: "+"): return hours * 60 + minutes
    case UInt8(ascii: "-"): return -(hours * 60 + minutes)
    default: return nil
    }
  }
}
