extension DatePattern {
  /// Appends a UTC date in the form of the pattern.
  package func append(_ fields: DateFields, to text: inout [UInt8]) {
    for item in items {
      switch item {
      case .blank: text.append(UInt8(ascii: " "))
      case .literal(let bytes): text.append(contentsOf: bytes)
      case .field(let field): Self.append(field, of: fields, to: &text)
      }
    }
  }

  private static func append(
    _ field: Field, of fields: DateFields, to text: inout [UInt8]
  ) {
    switch field {
    case .year: append(fields.year, digits: 1, to: &text)
    case .longYear: append(fields.year, digits: 4, to: &text)
    case .shortYear: append(fields.year % 100, digits: 2, to: &text)
    case .month(let isPadded): append(fields.month, digits: isPadded ? 2 : 1, to: &text)
    case .monthName(let isWhole):
      append(DateNames.months[fields.month - 1], isWhole: isWhole, to: &text)
    case .day(let isPadded): append(fields.day, digits: isPadded ? 2 : 1, to: &text)
    case .weekday(let isWhole):
      append(DateNames.weekdays[fields.weekday ?? 0], isWhole: isWhole, to: &text)
    case .hour(let isPadded): append(fields.hour, digits: isPadded ? 2 : 1, to: &text)
    case .halfDayHour(let isPadded):
      append((fields.hour + 11) % 12 + 1, digits: isPadded ? 2 : 1, to: &text)
    case .minute(let isPadded): append(fields.minute, digits: isPadded ? 2 : 1, to: &text)
    case .second(let isPadded): append(fields.second, digits: isPadded ? 2 : 1, to: &text)
    case .fraction(let digits): append(fraction: fields.microsecond, digits: digits, to: &text)
    case .halfDay: text.append(contentsOf: fields.hour < 12 ? "AM".utf8 : "PM".utf8)
    case .zone(let zone): text.append(contentsOf: utc(zone).utf8)
    }
  }

  private static func append(_ value: Int, digits: Int, to text: inout [UInt8]) {
    let spelled = String(value).utf8
    text.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: max(0, digits - spelled.count)))
    text.append(contentsOf: spelled)
  }

  private static func append(_ name: StaticString, isWhole: Bool, to text: inout [UInt8]) {
    name.withUTF8Buffer { text.append(contentsOf: isWhole ? $0[...] : $0.prefix(3)) }
  }

  /// Appends the first digits, not rounded: a rounded date could be in another second.
  private static func append(fraction: Int64, digits: Int, to text: inout [UInt8]) {
    var spelled: [UInt8] = []
    append(Int(fraction), digits: 6, to: &spelled)
    spelled.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 3))
    text.append(contentsOf: spelled.prefix(digits))
  }

  private static func utc(_ zone: Zone) -> String {
    switch zone {
    case .plain: "+0000"
    case .named: "GMT"
    case .short(let hasZ): hasZ ? "Z" : "+00"
    case .long(let hasColon, let hasZ): hasZ ? "Z" : hasColon ? "+00:00" : "+0000"
    }
  }
}
