/// The text between quotes in a tag.
enum StringLiteral {
  private static let backslash = UInt8(ascii: "\\")

  /// The position of the quote that ends a string whose content begins the range.
  static func end(
    _ quote: UInt8, in bytes: [UInt8], _ range: Range<Int>, hasEscapes: Bool
  ) -> Int? {
    var index = range.lowerBound
    while index < range.upperBound {
      if bytes[index] == quote { return index }
      index += hasEscapes && bytes[index] == backslash ? 2 : 1
    }
    return nil
  }

  /// The string that the content between the quotes states.
  ///
  /// As in Jinja, a backslash that begins no escape stands for itself, so that regular expressions
  /// such as `"\w+"` need no second one.
  static func text(of bytes: ArraySlice<UInt8>, hasEscapes: Bool) -> String {
    guard hasEscapes, bytes.contains(backslash) else {
      return String(decoding: bytes, as: UTF8.self)
    }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let next = index + 1
      if bytes[index] == backslash, next < bytes.endIndex, let character = escaped(bytes[next]) {
        result.append(character)
        index += 2
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func escaped(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "n"): UInt8(ascii: "\n")
    case UInt8(ascii: "t"): UInt8(ascii: "\t")
    case UInt8(ascii: "r"): UInt8(ascii: "\r")
    case UInt8(ascii: "\""), UInt8(ascii: "'"), backslash: byte
    default: nil
    }
  }
}
