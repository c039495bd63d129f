package import SwiftSyncValues

extension ValueConverter {
  /// An exact integer, never truncated: `12.0` is 12, but `12.9` and numbers beyond 64 bits do not
  /// fit.
  @inline(__always)
  package func integer(_ token: JSONToken, in arena: ByteArena) -> Int64? {
    if token.kind == .number, token.isInteger, token.slice.count <= 18 {
      return Self.shortInteger(token.slice)
    }
    return rarerInteger(token, in: arena)
  }

  private func rarerInteger(_ token: JSONToken, in arena: ByteArena) -> Int64? {
    switch token.kind {
    case .number:
      guard token.isInteger || !rules.isStrict else { return nil }
      return NumberText(token.slice)?.int64
    case .string:
      guard !rules.isStrict, let number = NumberText(token.text(in: arena)) else { return nil }
      return number.hasFraction || number.hasExponent ? nil : number.int64
    default:
      return nil
    }
  }

  /// The value of at most 18 characters, which cannot overflow.
  @inline(__always)
  private static func shortInteger(_ slice: JSONSlice) -> Int64 {
    let isNegative = slice[0] == UInt8(ascii: "-")
    var index = isNegative ? 1 : 0
    var value: Int64 = 0
    while index < slice.count {
      value = value &* 10 &+ Int64(slice[index] &- UInt8(ascii: "0"))
      index &+= 1
    }
    return isNegative ? 0 &- value : value
  }

  /// The nearest double, never an infinity. The sign of zero is preserved.
  @inline(__always)
  package func double(_ token: JSONToken, in arena: ByteArena) -> Double? {
    if token.kind == .number {
      if token.isInteger, token.slice.count <= 16 {
        let value = Double(Self.shortInteger(token.slice))
        return value == 0 && token.slice.count > 1 ? -0.0 : value
      }
      return NumberText(token.slice)?.double
    }
    guard !rules.isStrict, token.kind == .string, let number = NumberText(token.text(in: arena))
    else {
      return nil
    }
    let value = number.double
    return value.isFinite ? value : nil
  }

  /// Canonical text; the payload's own bytes if they are canonical already.
  package func decimal(_ token: JSONToken, in arena: ByteArena) -> BoundValue? {
    guard token.kind == .number || token.kind == .string else { return nil }
    let text = token.kind == .string ? token.text(in: arena) : token.slice
    return NumberText(text)?.canonicalDecimal(in: arena).map(BoundValue.text)
  }

  @inline(__always)
  package func bool(_ token: JSONToken, in arena: ByteArena) -> Bool? {
    token.kind == .bool ? token.isTrue : rarerBool(token, in: arena)
  }

  private func rarerBool(_ token: JSONToken, in arena: ByteArena) -> Bool? {
    guard !rules.isStrict else { return nil }
    if token.kind == .number {
      switch NumberText(token.slice)?.int64 {
      case 0: return false
      case 1: return true
      default: return nil
      }
    }
    guard token.kind == .string else { return nil }
    let text = token.text(in: arena)
    if Self.isWord(text, "true") || Self.isWord(text, "yes") || text == "1" { return true }
    if Self.isWord(text, "false") || Self.isWord(text, "no") || text == "0" { return false }
    return nil
  }

  /// Whether `text` is a word, ignoring case.
  private static func isWord(_ text: JSONSlice, _ word: StaticString) -> Bool {
    guard text.count == word.utf8CodeUnitCount else { return false }
    for index in 0..<text.count where text[index].lowercased != word.utf8Start[index] {
      return false
    }
    return true
  }
}
