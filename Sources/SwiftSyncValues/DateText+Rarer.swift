extension DateText {
  /// Like `time`, for spellings that few servers use: without seconds, with a blank before the
  /// zone, or with a named zone.
  static func rarerTime(_ text: JSONSlice) -> Int64? {
    var cursor = DateCursor(JSONSlice(text.start + 10, text.count - 10))
    guard cursor.take("T") || cursor.take(" "), let hour = cursor.number(digits: 2...2),
      cursor.take(UInt8(ascii: ":")), let minute = cursor.number(digits: 2...2),
      hour <= 24, minute <= 59
    else { return nil }
    var second = 0
    var fraction: Int64 = 0
    if cursor.take(UInt8(ascii: ":")) {
      guard let stated = cursor.number(digits: 2...2), stated <= 60 else { return nil }
      second = stated
      if cursor.take(UInt8(ascii: ".")) {
        guard let stated = cursor.fraction(digits: 1...9), !cursor.byte.isDigit else { return nil }
        fraction = stated
      }
    }
    if hour == 24, minute != 0 || second != 0 || fraction != 0 { return nil }
    guard let zone = rarerZone(&cursor), cursor.isAtEnd else { return nil }
    return Int64((hour * 60 + minute - zone) * 60 + second) * 1_000_000 + fraction
  }

  private static func rarerZone(_ cursor: inout DateCursor) -> Int? {
    if cursor.isAtEnd { return 0 }
    _ = cursor.take(UInt8(ascii: " "))
    return cursor.zone()
  }
}
