import SwiftSyncFoundation
import SwiftSyncValues

/// Dates in header fields, e.g. `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7).
package enum HTTPDate {
  private static let weekdays = ["Mon,", "Tue,", "Wed,", "Thu,", "Fri,", "Sat,", "Sun,"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The number of seconds since 1970; `nil` if the text has another form or is not a valid date.
  package static func seconds(_ text: Substring) -> Int? {
    let words = text.split(separator: " ").map(String.init)
    guard words.count == 6, weekdays.contains(words[0]), words[5] == "GMT",
      let day = number(words[1][...], digits: 2), let month = months.firstIndex(of: words[2]),
      let year = number(words[3][...], digits: 4), let time = time(words[4]),
      CivilDay.isValid(year: year, month: month + 1, day: day)
    else { return nil }
    return CivilDay.days(year: year, month: month + 1, day: day) * 86_400 + time
  }

  /// The number of seconds from midnight to `HH:MM:SS`.
  private static func time(_ text: String) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3,
      let hour = number(parts[0], digits: 2), let minute = number(parts[1], digits: 2),
      let second = number(parts[2], digits: 2), hour <= 23, minute <= 59, second <= 60
    else { return nil }
    return (hour * 60 + minute) * 60 + second
  }

  private static func number(_ text: Substring, digits: Int) -> Int? {
    guard text.utf8.count == digits, text.utf8.allSatisfy(\.isDigit) else { return nil }
    return Int(text)
  }
}
