/// Numbers as a schema may write them: no leading zeros, no underscores, no other bases.
enum CanonicalNumber {
  static func integer(_ text: String) -> Int64? {
    var digits = text.utf8[...]
    if digits.first == UInt8(ascii: "-") { digits = digits.dropFirst() }
    guard isInteger(digits) else { return nil }
    return Int64(text)
  }

  /// Digits with an optional fraction and exponent, as JSON writes numbers.
  static func isDecimal(_ text: String) -> Bool {
    var rest = text.utf8[...]
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    let whole = rest.prefix(while: isDigit)
    guard isInteger(whole) else { return false }
    rest = rest.dropFirst(whole.count)
    if rest.first == UInt8(ascii: ".") {
      let fraction = rest.dropFirst().prefix(while: isDigit)
      guard !fraction.isEmpty else { return false }
      rest = rest.dropFirst(fraction.count + 1)
    }
    guard let mark = rest.first else { return true }
    guard mark == UInt8(ascii: "e") || mark == UInt8(ascii: "E") else { return false }
    rest = rest.dropFirst()
    if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") {
      rest = rest.dropFirst()
    }
    return !rest.isEmpty && rest.allSatisfy(isDigit)
  }

  private static func isInteger(_ digits: Substring.UTF8View) -> Bool {
    guard let first = digits.first, digits.allSatisfy(isDigit) else { return false }
    return first != UInt8(ascii: "0") || digits.count == 1
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    (48...57).contains(byte)
  }

  /// Whether YAML or a reader might take an unquoted text for a number that is written differently.
  static func looksLikeNumber(_ text: String) -> Bool {
    guard let first = text.utf8.first(where: { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "+") })
    else { return false }
    let marks = Set("0123456789abcdefxoABCDEFXO_.+-eE".utf8)
    return (isDigit(first) || first == UInt8(ascii: ".")) && text.utf8.allSatisfy(marks.contains)
      && text.utf8.contains(where: isDigit)
  }
}
