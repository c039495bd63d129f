/// A day of the proleptic Gregorian calendar, worked out by arithmetic alone.
struct CivilDay {
  let year: Int
  let month: Int
  let day: Int

  /// Years are counted from March so that the leap day comes last; 400 of them have 146,097 days.
  private static let daysPerEra = 146_097
  /// From 0000-03-01 to 1970-01-01.
  private static let epoch = 719_468

  static func isValid(year: Int, month: Int, day: Int) -> Bool {
    guard (1...12).contains(month), day >= 1 else { return false }
    if day <= 28 { return true }
    switch month {
    case 2: return day == 29 && isLeap(year)
    case 4, 6, 9, 11: return day <= 30
    default: return day <= 31
    }
  }

  /// Days from 1970-01-01 to a valid day.
  static func days(year: Int, month: Int, day: Int) -> Int {
    let marchYear = month <= 2 ? year - 1 : year
    let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * daysPerEra + dayOfEra - epoch
  }

  /// The day that is `days` after 1970-01-01.
  init(days: Int) {
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
