extension DatePattern {
  /// The fields of a string in the form of the pattern; `nil` if it has another form.
  ///
  /// Names may be in any case, a blank matches one or more, and there may be one before the zone.
  /// The existence of the day in the calendar is not checked.
  package func fields(_ text: JSONSlice) -> DateFields? {
    var cursor = DateCursor(text)
    var fields = DateFields()
    var isAfternoon: Bool?
    for item in items {
      switch item {
      case .blank:
        guard cursor.take(UInt8(ascii: " ")) else { return nil }
        cursor.skipBlanks()
      case .literal(let bytes):
        guard cursor.take(bytes) else { return nil }
      case .field(.halfDay):
        guard let half = Self.isAfternoon(&cursor) else { return nil }
        isAfternoon = half
      case .field(let field):
        guard Self.read(field, &cursor, &fields) else { return nil }
      }
    }
    if let isAfternoon { fields.hour = fields.hour % 12 + (isAfternoon ? 12 : 0) }
    return cursor.isAtEnd ? fields : nil
  }

  private static func isAfternoon(_ cursor: inout DateCursor) -> Bool? {
    if cursor.take("AM") { return false }
    return cursor.take("PM") ? true : nil
  }

  private static func read(
    _ field: Field, _ cursor: inout DateCursor, _ fields: inout DateFields
  ) -> Bool {
    switch field {
    case .year: set(&fields.year, cursor.number(digits: 1...4), 1...9999)
    case .longYear: set(&fields.year, cursor.number(digits: 4...4), 1...9999)
    case .shortYear: set(&fields.year, cursor.number(digits: 2...2).map(fullYear), 1969...2068)
    case .month(let isPadded): set(&fields.month, number(&cursor, isPadded), 1...12)
    case .monthName(let isWhole):
      set(&fields.month, cursor.name(of: DateNames.months, isWhole: isWhole).map { $0 + 1 }, 1...12)
    case .day(let isPadded): set(&fields.day, number(&cursor, isPadded), 1...31)
    case .weekday(let isWhole):
      setWeekday(&fields, cursor.name(of: DateNames.weekdays, isWhole: isWhole))
    case .hour(let isPadded): set(&fields.hour, number(&cursor, isPadded), 0...23)
    case .halfDayHour(let isPadded): set(&fields.hour, number(&cursor, isPadded), 1...12)
    case .minute(let isPadded): set(&fields.minute, number(&cursor, isPadded), 0...59)
    case .second(let isPadded): set(&fields.second, number(&cursor, isPadded), 0...60)
    case .fraction(let digits): setFraction(&fields, cursor.fraction(digits: digits...digits))
    case .halfDay: false
    case .zone: setZone(&fields, &cursor)
    }
  }

  private static func number(_ cursor: inout DateCursor, _ isPadded: Bool) -> Int? {
    cursor.number(digits: (isPadded ? 2 : 1)...2)
  }

  /// The full year as in POSIX: 69 to 99 mean 1969 to 1999, 00 to 68 mean 2000 to 2068.
  private static func fullYear(_ year: Int) -> Int { year < 69 ? year + 2000 : year + 1900 }

  private static func set(_ target: inout Int, _ value: Int?, _ range: ClosedRange<Int>) -> Bool {
    guard let value, range.contains(value) else { return false }
    target = value
    return true
  }

  private static func setWeekday(_ fields: inout DateFields, _ weekday: Int?) -> Bool {
    fields.weekday = weekday
    return weekday != nil
  }

  private static func setFraction(_ fields: inout DateFields, _ value: Int64?) -> Bool {
    guard let value else { return false }
    fields.microsecond = value
    return true
  }

  private static func setZone(_ fields: inout DateFields, _ cursor: inout DateCursor) -> Bool {
    cursor.skipBlanks()
    guard let zone = cursor.zone() else { return false }
    fields.zone = zone
    return true
  }
}
