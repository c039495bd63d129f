#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A moment in the machine's time zone, formatted with Unicode date patterns.
struct LocalTime {
  /// A letter of a pattern that has no meaning here.
  struct UnknownLetter: Error {
    let letter: Unicode.Scalar
  }

  /// The letters of patterns that have a meaning.
  static let letters = "y, Y, u, M, L, d, D, E, H, k, h, K, m, s, S, a, Z, X and x"

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
  private static let days = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]

  private let parts: tm

  /// - Parameter secondsSince1970: The moment; nil for the current time.
  init(secondsSince1970: Int?) {
    var seconds = secondsSince1970.map { time_t($0) } ?? time(nil)
    var parts = tm()
    localtime_r(&seconds, &parts)
    self.parts = parts
  }

  /// The moment in English, e.g. `2024-05-17` for `yyyy-MM-dd`. Text between single quotes is
  /// copied.
  func formatted(_ pattern: String) throws(UnknownLetter) -> String {
    var result = ""
    let scalars = Array(pattern.unicodeScalars)
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      if scalar == "'" {
        index = appendQuoted(scalars, from: index, to: &result)
        continue
      }
      var end = index
      while end < scalars.count, scalars[end] == scalar { end += 1 }
      if scalar.properties.isAlphabetic, scalar.isASCII {
        result += try field(scalar, width: end - index)
      } else {
        result.unicodeScalars.append(contentsOf: scalars[index..<end])
      }
      index = end
    }
    return result
  }

  /// Appends the text after the quote at `start`, and returns the position where the pattern
  /// continues.
  private func appendQuoted(
    _ scalars: [Unicode.Scalar], from start: Int, to result: inout String
  ) -> Int {
    var index = start + 1
    if index < scalars.count, scalars[index] == "'" {
      result += "'"
      return index + 1
    }
    while index < scalars.count {
      if scalars[index] == "'" {
        guard index + 1 < scalars.count, scalars[index + 1] == "'" else { return index + 1 }
        index += 1
      }
      result.unicodeScalars.append(scalars[index])
      index += 1
    }
    return index
  }

  private func field(
    _ letter: Unicode.Scalar, width: Int
  ) throws(UnknownLetter) -> String {
    switch letter {
    case "y", "Y", "u": year(width)
    case "M", "L": named(Self.months, Int(parts.tm_mon), first: 1, width)
    case "d": padded(Int(parts.tm_mday), width)
    case "D": padded(Int(parts.tm_yday) + 1, width)
    case "E": named(Self.days, Int(parts.tm_wday), first: nil, width)
    case "H": padded(Int(parts.tm_hour), width)
    case "k": padded((Int(parts.tm_hour) + 23) % 24 + 1, width)
    case "h": padded((Int(parts.tm_hour) + 11) % 12 + 1, width)
    case "K": padded(Int(parts.tm_hour) % 12, width)
    case "m": padded(Int(parts.tm_min), width)
    case "s": padded(Int(parts.tm_sec), width)
    case "S": String(repeating: "0", count: min(width, 9))
    case "a": parts.tm_hour < 12 ? "AM" : "PM"
    case "Z", "X", "x": offset(letter, width)
    default: throw UnknownLetter(letter: letter)
    }
  }

  private func year(_ width: Int) -> String {
    let year = Int(parts.tm_year) + 1900
    return width == 2 ? padded(year % 100, 2) : padded(year, width)
  }

  private func named(_ names: [String], _ index: Int, first: Int?, _ width: Int) -> String {
    guard names.indices.contains(index) else { return "" }
    if let first, width < 3 { return padded(index + first, width) }
    switch width {
    case 5: return String(names[index].prefix(1))
    case 4: return names[index]
    default: return String(names[index].prefix(3))
    }
  }

  private func offset(_ letter: Unicode.Scalar, _ width: Int) -> String {
    let minutes = Int(parts.tm_gmtoff) / 60
    if minutes == 0, letter == "X" || (letter == "Z" && width == 5) { return "Z" }
    let sign = minutes < 0 ? "-" : "+"
    let (hour, minute) = (padded(abs(minutes) / 60, 2), padded(abs(minutes) % 60, 2))
    if letter == "Z", width == 4 { return "GMT\(sign)\(hour):\(minute)" }
    let hasColon = letter == "Z" ? width == 5 : width == 3 || width == 5
    if letter != "Z", width == 1, minute == "00" { return sign + hour }
    return sign + hour + (hasColon ? ":" : "") + minute
  }

  private func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, min(width, 16) - digits.count)) + digits
  }
}
