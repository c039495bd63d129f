/// Dates in mail and feeds (RFC 2822), e.g. `Tue, 15 Nov 1994 10:45:26 +0000`.
package enum InternetDate {
  /// The fields of a date. The weekday, the seconds and the zone may be missing, and a comment may
  /// follow.
  package static func fields(_ text: JSONSlice) -> DateFields? {
    var cursor = DateCursor(text)
    var fields = DateFields()
    if !cursor.byte.isDigit {
      guard let weekday = cursor.name(of: DateNames.weekdays, isWhole: false),
        cursor.take(UInt8(ascii: ","))
      else { return nil }
      fields.weekday = weekday
      cursor.skipBlanks()
    }
    guard readDay(&cursor, &fields), readTime(&cursor, &fields) else { return nil }
    cursor.skipBlanks()
    if !cursor.isAtEnd, cursor.byte != UInt8(ascii: "(") {
      guard let zone = zone(&cursor) else { return nil }
      fields.zone = zone
    }
    return skipComment(&cursor) ? fields : nil
  }

  private static func readDay(_ cursor: inout DateCursor, _ fields: inout DateFields) -> Bool {
    guard let day = cursor.number(digits: 1...2), cursor.take(UInt8(ascii: " ")) else {
      return false
    }
    cursor.skipBlanks()
    guard let month = cursor.name(of: DateNames.months, isWhole: false),
      cursor.take(UInt8(ascii: " "))
    else { return false }
    cursor.skipBlanks()
    let first = cursor.index
    guard let year = cursor.number(digits: 2...4) else { return false }
    let digits = cursor.index - first
    guard cursor.take(UInt8(ascii: " ")) else { return false }
    cursor.skipBlanks()
    fields.day = day
    fields.month = month + 1
    fields.year = fullYear(year, digits: digits)
    return true
  }

  /// The full year by section 4.3: two digits mean 1950 to 2049, three digits are added to 1900.
  private static func fullYear(_ year: Int, digits: Int) -> Int {
    switch digits {
    case 2: year < 50 ? year + 2000 : year + 1900
    case 3: year + 1900
    default: year
    }
  }

  private static func readTime(_ cursor: inout DateCursor, _ fields: inout DateFields) -> Bool {
    guard let hour = cursor.number(digits: 2...2), hour <= 23, cursor.take(UInt8(ascii: ":")),
      let minute = cursor.number(digits: 2...2), minute <= 59
    else { return false }
    fields.hour = hour
    fields.minute = minute
    guard cursor.take(UInt8(ascii: ":")) else { return true }
    guard let second = cursor.number(digits: 2...2), second <= 60 else { return false }
    fields.second = second
    return true
  }

  /// Reads an offset, or one of the names listed in section 4.3.
  private static func zone(_ cursor: inout DateCursor) -> Int? {
    let hours: [(name: StaticString, hours: Int)] = [
      ("EST", -5), ("EDT", -4), ("CST", -6), ("CDT", -5), ("MST", -7), ("MDT", -6), ("PST", -8),
      ("PDT", -7),
    ]
    for zone in hours where cursor.take(zone.name) { return zone.hours * 60 }
    return cursor.zone()
  }

  /// Skips a comment at the end, e.g. `(CET)`; returns `false` if anything else follows.
  private static func skipComment(_ cursor: inout DateCursor) -> Bool {
    cursor.skipBlanks()
    guard cursor.take(UInt8(ascii: "(")) else { return cursor.isAtEnd }
    return cursor.text[cursor.text.count - 1] == UInt8(ascii: ")")
  }

  /// Appends a date as `Tue, 15 Nov 1994 10:45:26 +0000`.
  package static func append(_ fields: DateFields, to text: inout [UInt8]) {
    pattern?.append(fields, to: &text)
  }

  private static let pattern = try? DatePattern("EEE, dd MMM yyyy HH:mm:ss Z")
}
