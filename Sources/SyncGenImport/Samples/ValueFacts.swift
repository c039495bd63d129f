import SwiftSyncValues

/// Facts about the numbers at a place.
struct NumberFacts {
  private(set) var count = 0
  /// The number of integers, spelled without fraction and exponent, that fit 64 bits.
  private(set) var integers = 0
  /// The number of other numbers whose value is a 64-bit integer, such as `1700000000.0`.
  private(set) var wholes = 0
  /// The number of integers, spelled in this way, that do not fit 64 bits.
  private(set) var large = 0
  /// The number of numbers that decimals cannot represent.
  private(set) var beyondDecimals = 0
  private(set) var least = Int64.max
  private(set) var greatest = Int64.min
  private(set) var distinct = DistinctValues()

  mutating func add(_ token: JSONToken) {
    count += 1
    let number = NumberText(token.slice)
    if number?.isDecimal == false { beyondDecimals += 1 }
    guard token.isInteger else {
      if let value = number?.scaled(by: 0, isRounded: false) {
        wholes += 1
        note(value)
      }
      return
    }
    guard let value = number?.int64 else {
      large += 1
      return
    }
    integers += 1
    note(value)
    distinct.add(token.slice)
  }

  private mutating func note(_ value: Int64) {
    least = min(least, value)
    greatest = max(greatest, value)
  }

  mutating func keepFewValues() { distinct.keepFew() }

  mutating func merge(_ other: NumberFacts) {
    wholes += other.wholes
    count += other.count
    integers += other.integers
    large += other.large
    beyondDecimals += other.beyondDecimals
    least = min(least, other.least)
    greatest = max(greatest, other.greatest)
    distinct.merge(other.distinct)
  }
}

/// Facts about the strings at a place: the number of strings in each form.
struct TextFacts {
  private(set) var count = 0
  private(set) var empty = 0
  private(set) var uuids = 0
  /// Moments in ISO 8601.
  private(set) var dates = 0
  private(set) var days = 0
  /// Dates in ISO 8601 with more than six fractional digits.
  private(set) var precise = 0
  /// Moments in other forms, by name in the schema language.
  private(set) var formats: [DateFormat: Int] = [:]
  private(set) var urls = 0
  private(set) var numbers = 0
  /// Numbers with a fraction.
  private(set) var fractions = 0
  /// Words in lower case, as used for enum values.
  private(set) var words = 0
  /// Currency codes.
  private(set) var currencies = 0
  /// The minimum number of decimals.
  private(set) var leastDecimals = Int.max
  /// The number of decimals that the numbers need, if they are amounts of money.
  private(set) var neededDecimals = 0
  /// Strings with a comma.
  private(set) var commas = 0
  /// Short strings, or several of them separated by a comma, or by a comma and a blank.
  private(set) var tight = 0
  private(set) var spaced = 0
  private(set) var distinct = DistinctValues()

  /// The forms of dates that are recognized besides ISO 8601.
  private static let patterns = [
    "EEE MMM dd HH:mm:ss Z yyyy", "yyyy/MM/dd HH:mm:ss", "dd.MM.yyyy HH:mm",
  ].compactMap { try? DatePattern($0) }

  mutating func add(_ text: JSONSlice) {
    count += 1
    distinct.add(text)
    guard text.count > 0 else {
      empty += 1
      return
    }
    let first = text[0]
    if first.isDigit || first == UInt8(ascii: "-") { addNumeric(text) }
    if text.count == UUIDText.length, UUIDText.spelling(text) != nil { uuids += 1 }
    if first == UInt8(ascii: "h"), Self.isURL(text) { urls += 1 }
    if first.isUppercaseLetter, text.count > 20, text.count < 36 { addDate(text) }
    if text.count <= 40, Self.isWord(text) { words += 1 }
    if text.count == 3, text.bytes.allSatisfy(\.isLetter),
      let decimals = CurrencyExponent.of(text.string)
    {
      currencies += 1
      leastDecimals = min(leastDecimals, decimals)
    }
    addList(text)
  }

  /// Examines a string as a list.
  private mutating func addList(_ text: JSONSlice) {
    guard text.count <= Self.listTextLimit else { return }
    guard text.bytes.contains(UInt8(ascii: ",")) else {
      guard Self.isElement(text.bytes[...]) else { return }
      tight += 1
      spaced += 1
      return
    }
    commas += 1
    let parts = text.bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    if parts.allSatisfy(Self.isElement) { tight += 1 }
    let rest = parts.dropFirst()
    if Self.isElement(parts[0]), rest.allSatisfy({ $0.first == UInt8(ascii: " ") }),
      rest.allSatisfy({ Self.isElement($0.dropFirst()) })
    {
      spaced += 1
    }
  }

  /// Whether a string may be an element of a list: it is short, without surrounding blanks.
  private static func isElement(_ part: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    !part.isEmpty && part.count <= elementLimit && part.first != UInt8(ascii: " ")
      && part.last != UInt8(ascii: " ") && part.allSatisfy { $0 >= 0x20 }
  }

  /// The maximum number of bytes of a string with a list.
  private static let listTextLimit = 512
  /// The maximum number of bytes of an element of a list in a string.
  private static let elementLimit = 40

  private mutating func addNumeric(_ text: JSONSlice) {
    if text.count >= 10, text.count <= 35, DateText.microseconds(text) != nil {
      if text.count == 10 { days += 1 } else { dates += 1 }
      if text.count > 26, Self.isPrecise(text) { precise += 1 }
    } else if text.count <= 40, let number = NumberText(text), number.isDecimal {
      numbers += 1
      let decimals =
        text.count > 15 ? nil : (0...4).first { number.scaled(by: $0, isRounded: false) != nil }
      neededDecimals = max(neededDecimals, decimals ?? .max)
      if text.bytes.contains(UInt8(ascii: ".")) { fractions += 1 }
    } else if text.count >= 16, text.count <= 19 {
      addDate(text)
    }
  }

  private static func isPrecise(_ text: JSONSlice) -> Bool {
    guard let point = text.bytes.firstIndex(of: UInt8(ascii: ".")) else { return false }
    let digits = text.bytes[(point + 1)...].prefix(while: \.isDigit)
    return digits.count > 6 && digits.dropFirst(6).contains { $0 != UInt8(ascii: "0") }
  }

  private mutating func addDate(_ text: JSONSlice) {
    if InternetDate.fields(text) != nil { return formats[.rfc2822, default: 0] += 1 }
    for pattern in Self.patterns where pattern.fields(text) != nil {
      return formats[.pattern(pattern), default: 0] += 1
    }
  }

  private static func isURL(_ text: JSONSlice) -> Bool {
    text.count > 8 && (hasPrefix(text, "https://") || hasPrefix(text, "http://"))
      && text.bytes.allSatisfy { $0 > 0x20 && $0 < 0x7F && !notInURLs.contains($0) }
  }

  private static let notInURLs = Set("{}<>\"\\^`|".utf8)

  private static func hasPrefix(_ text: JSONSlice, _ prefix: StaticString) -> Bool {
    text.count >= prefix.utf8CodeUnitCount
      && JSONSlice(text.start, prefix.utf8CodeUnitCount) == prefix
  }

  /// Whether a string is a word such as `in_progress` or `team-lead`, but not `d73a4a`.
  private static func isWord(_ text: JSONSlice) -> Bool {
    var isInFirst = true
    for byte in text.bytes {
      if byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") {
        isInFirst = false
      } else if !byte.isLetter || byte.isUppercaseLetter {
        guard byte.isDigit, !isInFirst else { return false }
      }
    }
    return text[0].isLetter
  }

  mutating func keepFewValues() { distinct.keepFew() }

  mutating func merge(_ other: TextFacts) {
    count += other.count
    empty += other.empty
    uuids += other.uuids
    dates += other.dates
    days += other.days
    precise += other.precise
    formats.merge(other.formats, uniquingKeysWith: +)
    urls += other.urls
    numbers += other.numbers
    fractions += other.fractions
    words += other.words
    currencies += other.currencies
    leastDecimals = min(leastDecimals, other.leastDecimals)
    neededDecimals = max(neededDecimals, other.neededDecimals)
    commas += other.commas
    tight += other.tight
    spaced += other.spaced
    distinct.merge(other.distinct)
  }
}
