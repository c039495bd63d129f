import SwiftSyncValues

/// How the values of an attribute or of a field are read from payloads, whatever their type.
@_spi(Generated)
public struct ValueRules: Hashable, Sendable {
  /// Whether only the JSON type of the attribute's type is accepted.
  package var isStrict = false
  /// Whether white space at the ends of strings is removed, before anything else is done with them.
  package var isTrimmed = false
  /// Whether an empty string counts as null.
  package var isEmptyNull = false

  public init() {}

  package init(isStrict: Bool) {
    self.isStrict = isStrict
  }

  /// The rules that metadata state by the keys of the schema language.
  ///
  /// - Parameters:
  ///   - isOptional: Whether values may be null.
  ///   - isOn: Whether a key is stated as true.
  package init(optional isOptional: Bool, _ isOn: (_ key: String) -> Bool) {
    isTrimmed = isOn("trim")
    isEmptyNull = isOn("empty-is-null") && isOptional
  }

  /// Whether strings are not read as they are.
  var editsText: Bool { isTrimmed || isEmptyNull }

  /// The rules for the elements of a list.
  var ofElements: ValueRules {
    var rules = ValueRules(isStrict: isStrict)
    rules.isTrimmed = isTrimmed
    return rules
  }

  package func with(strict isStrict: Bool) -> ValueRules {
    var copy = self
    copy.isStrict = isStrict
    return copy
  }
}

extension JSONSlice {
  /// UTF-8 text without the white space at its ends, as defined by Unicode's property White_Space.
  var trimmed: JSONSlice {
    var (first, end) = (0, count)
    while first < end, let length = whiteSpace(at: first, before: end) { first += length }
    while first < end, let length = whiteSpace(endingAt: end, from: first) { end -= length }
    return JSONSlice(start + first, end - first)
  }

  /// The length of the character that begins at `index`, if it is white space.
  private func whiteSpace(at index: Int, before end: Int) -> Int? {
    switch self[index] {
    case 0x09...0x0D, 0x20: return 1
    case 0xC2 where index + 1 < end:
      return self[index + 1] == 0x85 || self[index + 1] == 0xA0 ? 2 : nil
    case 0xE1...0xE3 where index + 2 < end:
      return Self.isWhiteSpace(self[index], self[index + 1], self[index + 2]) ? 3 : nil
    default: return nil
    }
  }

  private func whiteSpace(endingAt end: Int, from first: Int) -> Int? {
    for length in 1...3 where end - length >= first {
      if whiteSpace(at: end - length, before: end) == length { return length }
    }
    return nil
  }

  /// U+1680, U+2000 to U+200A, U+2028, U+2029, U+202F, U+205F and U+3000.
  private static func isWhiteSpace(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Bool {
    switch (first, second) {
    case (0xE1, 0x9A): third == 0x80
    case (0xE2, 0x80): (0x80...0x8A).contains(third) || [0xA8, 0xA9, 0xAF].contains(third)
    case (0xE2, 0x81): third == 0x9F
    case (0xE3, 0x80): third == 0x80
    default: false
    }
  }
}
