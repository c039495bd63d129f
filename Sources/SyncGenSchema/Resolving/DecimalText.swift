/// Decimal numbers of any size as text.
enum DecimalText {
  private static let digitLimit = 38
  private static let exponentLimit = -127...127

  /// A number without exponent and superfluous zeros; `nil` if it is none, or beyond what `decimal` holds.
  static func canonical(_ text: String) -> String? {
    guard CanonicalNumber.isDecimal(text) else { return nil }
    let isNegative = text.hasPrefix("-")
    let parts = text.split(whereSeparator: { $0 == "e" || $0 == "E" })
    let mantissa = parts[0].drop { $0 == "-" }.split(separator: ".", maxSplits: 1)
    guard let stated = Int(parts.count > 1 ? String(parts[1]) : "0"), abs(stated) <= 10_000 else {
      return nil
    }
    let fraction = mantissa.count > 1 ? mantissa[1] : ""
    var digits = Array((mantissa[0] + fraction).utf8.drop { $0 == UInt8(ascii: "0") })
    var exponent = stated - fraction.utf8.count
    while digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      exponent += 1
    }
    guard !digits.isEmpty else { return "0" }
    guard digits.count <= digitLimit, exponentLimit.contains(exponent) else { return nil }
    return (isNegative ? "-" : "") + spelled(digits, exponent: exponent)
  }

  private static func spelled(_ digits: [UInt8], exponent: Int) -> String {
    let text = String(decoding: digits, as: UTF8.self)
    guard exponent < 0 else { return text + String(repeating: "0", count: exponent) }
    let point = digits.count + exponent
    guard point <= 0 else { return text.prefix(point) + "." + text.dropFirst(point) }
    return "0." + String(repeating: "0", count: -point) + text
  }
}
