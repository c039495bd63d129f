import SwiftSyncValues

/// The common properties of a column's sampled values.
struct SQLiteColumnProfile {
  private(set) var rows = 0
  private(set) var nulls = 0
  private(set) var integers = 0
  private(set) var reals = 0
  private(set) var texts = 0
  private(set) var blobs = 0
  private var forms: [Form: Int] = [:]
  /// A string with a date that a store would write in another form.
  private(set) var otherTimestamp: String?
  /// The distinct strings with their counts; nil once there are too many.
  private(set) var distinct: [String: Int]? = [:]

  enum Form: Hashable {
    case flag, unixSeconds, unixMilliseconds, unixMicroseconds
    case uuid, canonicalUUID, day, timestamp, canonicalTimestamp, decimal, fraction, webAddress,
      emptyText
    case jsonObject, jsonList, textList
    case uuidBlob
  }

  static let mostEnumCases = 12
  static let fewestEnumSamples = 20

  var values: Int { rows - nulls }

  /// Whether there are values and all have a form.
  func areAll(_ form: Form) -> Bool {
    values > 0 && forms[form] == values
  }

  /// Whether any value has a form.
  func hasAny(_ form: Form) -> Bool { forms[form] != nil }

  /// The values of an enum: a few lowercase words that occur repeatedly.
  var enumValues: [String]? {
    guard texts >= Self.fewestEnumSamples, texts == values, let distinct, distinct.count > 1,
      distinct.count * 4 <= texts, distinct.keys.allSatisfy(Self.isEnumValue)
    else { return nil }
    return distinct.keys.sorted()
  }

  static func isEnumValue(_ text: String) -> Bool {
    guard let first = text.utf8.first, (97...122).contains(first), text.utf8.count <= 40 else {
      return false
    }
    return text.utf8.allSatisfy {
      (97...122).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "_")
        || $0 == UInt8(ascii: "-")
    }
  }

  mutating func add(_ value: SQLiteRow.Value) {
    rows += 1
    switch value {
    case .null: nulls += 1
    case .integer(let number): add(number)
    case .real(let number):
      reals += 1
      // SQLite stores `1.0` in a numeric column as 1.
      if number.isFinite { count(.decimal) }
    case .text(let text): add(text)
    case .blob(let isUUID):
      blobs += 1
      if isUUID { count(.uuidBlob) }
    }
  }

  /// The storage classes of SQLite that no value has so far, by the names that `typeof` returns.
  var absentClasses: [String] {
    [("integer", integers), ("real", reals), ("text", texts), ("blob", blobs)]
      .filter { $0.1 == 0 }.map(\.0)
  }

  /// Whether the table has more rows than those that were counted.
  var isPartial = false

  /// Adds values of other rows, which have none of the forms. Those of storage classes that the
  /// first rows have are not counted.
  mutating func add(_ count: Int, ofClass name: String) {
    rows += count
    switch name {
    case "integer": integers += count
    case "real": reals += count
    case "text": texts += count
    default: blobs += count
    }
  }

  private mutating func count(_ form: Form) { forms[form, default: 0] += 1 }

  /// From 1990 to 2100, a range that numbers other than times rarely keep to.
  private static let unixSeconds: ClosedRange<Int64> = 631_152_000...4_102_444_800

  private mutating func add(_ number: Int64) {
    integers += 1
    count(.decimal)
    if number == 0 || number == 1 { count(.flag) }
    if Self.unixSeconds.contains(number) { count(.unixSeconds) }
    if Self.unixSeconds.contains(number / 1000) { count(.unixMilliseconds) }
    if Self.unixSeconds.contains(number / 1_000_000) { count(.unixMicroseconds) }
  }

  private mutating func add(_ text: String) {
    texts += 1
    noteDistinct(text)
    guard let first = text.utf8.first else { return count(.emptyText) }
    if let canonical = UUIDText.canonical(text) {
      count(.uuid)
      if canonical == text { count(.canonicalUUID) }
    }
    if DateText.isDay(text) {
      count(.day)
    } else if text.utf8.count > 10, DateText.microseconds(text) != nil {
      count(.timestamp)
      if text.withSlice(DateText.isCanonical) {
        count(.canonicalTimestamp)
      } else if otherTimestamp == nil {
        otherTimestamp = text
      }
    }
    if NumberText.canonicalDecimal(text) != nil {
      count(.decimal)
      if text.utf8.contains(UInt8(ascii: ".")) { count(.fraction) }
    }
    if text.hasPrefix("http://") || text.hasPrefix("https://") { count(.webAddress) }
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { addJSON(text) }
  }

  private mutating func noteDistinct(_ text: String) {
    guard distinct?[text] != nil || (distinct?.count ?? 0) <= Self.mostEnumCases else {
      distinct = nil
      return
    }
    distinct?[text, default: 0] += 1
    if let count = distinct?.count, count > Self.mostEnumCases { distinct = nil }
  }

  private mutating func addJSON(_ text: String) {
    let form: Form? = text.withSlice { slice in
      do {
        var scanner = JSONScanner(slice)
        let kind = try scanner.peekKind()
        let isTextList = try kind == .array && Self.holdsTexts(slice)
        _ = try scanner.skipValue()
        try scanner.finish()
        return kind == .object ? .jsonObject : isTextList ? .textList : .jsonList
      } catch {
        // A string that only begins like JSON is a string.
        return nil
      }
    }
    if let form { count(form) }
  }

  private static func holdsTexts(_ slice: JSONSlice) throws -> Bool {
    var scanner = JSONScanner(slice)
    try scanner.beginArray()
    while try scanner.nextElement() {
      guard try scanner.peekKind() == .string else { return false }
      _ = try scanner.skipValue()
    }
    return true
  }
}
