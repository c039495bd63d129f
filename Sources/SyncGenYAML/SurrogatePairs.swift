/// Finds the surrogate pairs in escapes of JSON, such as `\ud83d\ude80`, and writes each of them as
/// one escape of YAML, such as `\U0001F680`.
struct SurrogatePairs {
  /// The number of columns by which the escape of YAML is shorter.
  static let savedColumns = 2
  /// The number of digits and other characters of the two escapes of JSON.
  private static let length = 12

  private(set) var bytes: [UInt8]
  /// The offsets of the new escapes.
  private(set) var offsets: [Int] = []

  /// - Parameter start: The offset of an escape in a string in double quotes.
  init(_ source: [UInt8], from start: Int) {
    bytes = Array(source[..<start])
    bytes.reserveCapacity(source.count)
    guard Self.pair(in: source, at: start) != nil else { return }
    var (index, isQuoted) = (start, true)
    while index < source.count {
      let count: Int
      if isQuoted {
        if let scalar = Self.pair(in: source, at: index) {
          add(scalar)
          index += Self.length
          continue
        }
        isQuoted = source[index] != UInt8(ascii: "\"")
        count = source[index] == UInt8(ascii: "\\") ? 2 : 1
      } else {
        isQuoted = source[index] == UInt8(ascii: "\"")
        count = isQuoted ? 1 : Self.lengthOfJSON(in: source, at: index)
        // Elsewhere in YAML, quotation marks need not begin a string.
        if count == 0 { break }
      }
      bytes += source[index..<min(index + count, source.count)]
      index += count
    }
    if index < source.count { bytes += source[index...] }
  }

  private mutating func add(_ scalar: UInt32) {
    offsets.append(bytes.count)
    let digits = String(scalar, radix: 16, uppercase: true)
    bytes += Array(("\\U" + String(repeating: "0", count: 8 - digits.utf8.count) + digits).utf8)
  }

  /// The scalar of a high and a low surrogate.
  private static func pair(in bytes: [UInt8], at index: Int) -> UInt32? {
    guard let high = unit(in: bytes, at: index), (0xD800...0xDBFF).contains(high),
      let low = unit(in: bytes, at: index + length / 2), (0xDC00...0xDFFF).contains(low)
    else { return nil }
    return 0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)
  }

  private static func unit(in bytes: [UInt8], at index: Int) -> UInt32? {
    let end = index + length / 2
    guard end <= bytes.count, bytes[index] == UInt8(ascii: "\\"),
      bytes[index + 1] == UInt8(ascii: "u")
    else { return nil }
    let digits = bytes[(index + 2)..<end]
    guard digits.allSatisfy(isHexadecimal) else { return nil }
    return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (65...70).contains(byte) || (97...102).contains(byte)
  }

  private static let words = ["true", "false", "null"].map { Array($0.utf8) }
  private static let signs = Set(" \t\r\n,:{}[]+-.0123456789eE".utf8)

  /// The length of what JSON has outside of strings; 0 for anything else.
  private static func lengthOfJSON(in bytes: [UInt8], at index: Int) -> Int {
    if signs.contains(bytes[index]) { return 1 }
    return words.first { bytes[index...].starts(with: $0) }?.count ?? 0
  }
}
