package import SwiftSyncValues

extension JSONText {
  package static func append(
    date microseconds: Int64, _ date: DateForm, _ form: Form, to text: inout [UInt8]
  ) {
    guard case .export(let stated, _) = form else {
      appendISO(microseconds, fractionDigits: 6, to: &text)
      return
    }
    if stated == nil, let format = date.formats.first {
      return append(date: microseconds, format, to: &text)
    }
    append(simple: microseconds, stated ?? date.remote, to: &text)
  }

  private static func append(
    date microseconds: Int64, _ format: DateFormat, to text: inout [UInt8]
  ) {
    switch format {
    case .auto, .iso8601: append(simple: microseconds, .iso8601, to: &text)
    case .unix: append(simple: microseconds, .unix, to: &text)
    case .unixMilliseconds: append(simple: microseconds, .unixMilliseconds, to: &text)
    case .rfc2822, .pattern:
      append(DateFields(microseconds: microseconds), format, to: &text)
    }
  }

  /// Appends a date or a day as a quoted string.
  private static func append(
    _ fields: DateFields, _ format: DateFormat, to text: inout [UInt8]
  ) {
    var spelled: [UInt8] = []
    if case .pattern(let pattern) = format {
      pattern.append(fields, to: &spelled)
    } else {
      InternetDate.append(fields, to: &spelled)
    }
    spelled.withUnsafeBufferPointer { append(string: JSONSlice($0), to: &text) }
  }

  /// Appends a stored day; returns `false` if it is not a day.
  package static func append(
    day value: JSONSlice, _ day: DayForm, _ form: Form, to text: inout [UInt8]
  ) -> Bool {
    guard value.count == 10, let days = DateText.days(value) else { return false }
    guard case .export = form, let format = day.formats.first else {
      append(string: value, to: &text)
      return true
    }
    switch format {
    case .auto, .iso8601: append(string: value, to: &text)
    case .unix: append(simple: days * 86_400_000_000, .unix, to: &text)
    case .unixMilliseconds: append(simple: days * 86_400_000_000, .unixMilliseconds, to: &text)
    case .rfc2822, .pattern: append(DateFields(days: Int(days)), format, to: &text)
    }
    return true
  }

  private static func append(
    simple microseconds: Int64, _ remote: DateForm.Remote, to text: inout [UInt8]
  ) {
    switch remote {
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

  /// Appends a number with as many decimals as it needs.
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

  /// Appends a stored list or dictionary of dates or days.
  package static func append(
    elements value: JSONSlice, of element: ValueType, _ form: Form, to text: inout [UInt8]
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
        guard token.kind == .string,
          append(.text(token.slice), of: element, form: form, to: &text)
        else { return false }
      }
      text.append(UInt8(ascii: isObject ? "}" : "]"))
      try scanner.finish()
      return true
    } catch {
      return false
    }
  }

  /// Appends a key as it is spelled, with its colon.
  private static func append(key: JSONToken, to text: inout [UInt8]) {
    text.append(UInt8(ascii: "\""))
    text.append(contentsOf: key.slice.bytes)
    text.append(UInt8(ascii: "\""))
    text.append(UInt8(ascii: ":"))
  }
}
