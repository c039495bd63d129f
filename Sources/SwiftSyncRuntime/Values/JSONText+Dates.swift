import SwiftSyncValues

extension JSONText {
  static func append(
    date microseconds: Int64, _ remote: DateForm.Remote, _ form: Form, to text: inout [UInt8]
  ) {
    guard case .export(let stated) = form else {
      appendISO(microseconds, fractionDigits: 6, to: &text)
      return
    }
    switch stated ?? remote {
    case .auto, .iso8601:
      let fraction = microseconds.flooringDivision(by: 1_000_000).remainder
      let digits = fraction == 0 ? 0 : fraction % 1000 == 0 ? 3 : 6
      appendISO(microseconds, fractionDigits: digits, to: &text)
    case .unix: append(microseconds, dividedBy: 1_000_000, digits: 6, to: &text)
    case .unixMilliseconds: append(microseconds, dividedBy: 1000, digits: 3, to: &text)
    }
  }

  private static func appendISO(
    _ microseconds: Int64, fractionDigits: Int, to text: inout [UInt8]
  ) {
    text.append(UInt8(ascii: "\""))
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: DateText.length) { buffer in
      guard let start = buffer.baseAddress else { return }
      DateText.write(microseconds, to: start)
      text.append(contentsOf: buffer.prefix(fractionDigits == 0 ? 19 : 20 + fractionDigits))
    }
    text.append(UInt8(ascii: "Z"))
    text.append(UInt8(ascii: "\""))
  }

  /// A number with as many decimals as it needs.
  private static func append(
    _ value: Int64, dividedBy divisor: Int64, digits: Int, to text: inout [UInt8]
  ) {
    let (whole, rest) = value.magnitude.quotientAndRemainder(dividingBy: divisor.magnitude)
    if value < 0 { text.append(UInt8(ascii: "-")) }
    text.append(contentsOf: String(whole).utf8)
    guard rest != 0 else { return }
    text.append(UInt8(ascii: "."))
    let decimals = Array(String(rest).utf8)
    text.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: digits - decimals.count))
    text.append(contentsOf: decimals)
    while text.last == UInt8(ascii: "0") { text.removeLast() }
  }

  /// A stored list of dates.
  static func append(
    dates value: JSONSlice, _ remote: DateForm.Remote, _ form: Form, to text: inout [UInt8]
  ) -> Bool {
    var scanner = JSONScanner(value, refusesInvalid: true)
    do {
      let isObject = try scanner.peekKind() == .object
      try isObject ? scanner.beginObject() : scanner.beginArray()
      text.append(UInt8(ascii: isObject ? "{" : "["))
      var isFirst = true
      while true {
        let key = isObject ? try scanner.nextKeyToken() : nil
        guard isObject ? key != nil : try scanner.nextElement() else { break }
        if !isFirst { text.append(UInt8(ascii: ",")) }
        isFirst = false
        if let key { append(key: key, to: &text) }
        let token = try scanner.readValue()
        guard token.kind == .string, let date = DateText.microseconds(token.slice) else {
          return false
        }
        append(date: date, remote, form, to: &text)
      }
      text.append(UInt8(ascii: isObject ? "}" : "]"))
      try scanner.finish()
      return true
    } catch {
      return false
    }
  }

  /// A key as it is spelled, with its colon.
  private static func append(key: JSONToken, to text: inout [UInt8]) {
    text.append(UInt8(ascii: "\""))
    text.append(contentsOf: key.slice.bytes)
    text.append(UInt8(ascii: "\""))
    text.append(UInt8(ascii: ":"))
  }
}
