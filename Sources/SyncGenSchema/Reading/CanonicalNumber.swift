/// Numbers as permitted in a schema: no leading zeros, no underscores, no other bases.
enum CanonicalNumber {
  static func integer(_ text: String) -> Int64? {
    var digits = text.utf8[...]
    if digits.first == UInt8(ascii: "-") { digits = digits.dropFirst() }
    guard isInteger(digits) else { return nil }
    return Int64(text)
  }

  private static func isInteger(_ digits: Substring.UTF8View) -> Bool {
    guard let first = digits.first, digits.allSatisfy(isDigit) else { return false }
    return first != UInt8(ascii: "0") || digits.count == 1
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    (48...57).contains(byte)
  }

  /// Whether YAML or a reader might interpret an unquoted text as a number that is written
  /// differently.
  static func looksLikeNumber(_ text: String) -> Bool {
    guard let first = text.utf8.first(where: { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "+") })
    else { return false }
    let marks = Set("0123456789abcdefxoABCDEFXO_.+-eE".utf8)
    return (isDigit(first) || first == UInt8(ascii: ".")) && text.utf8.allSatisfy(marks.contains)
      && text.utf8.contains(where: isDigit)
  }
}
