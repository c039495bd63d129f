/// Processes the lines and the white space of text.
enum TextLines {
  private static func isNewline(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\t" || scalar.properties.generalCategory == .spaceSeparator
  }

  static func withoutWhitespace(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    result.append(contentsOf: text.unicodeScalars.filter { !isNewline($0) && !isBlank($0) })
    return String(result)
  }

  /// The lines joined, without leading blanks and trailing white space.
  static func joined(_ text: String) -> String {
    let lines = text.unicodeScalars.split(whereSeparator: isNewline)
    var result = String.UnicodeScalarView()
    for line in lines { result.append(contentsOf: line.drop(while: isBlank)) }
    while let last = result.last, isBlank(last) { result.removeLast() }
    return String(result)
  }

  /// Every non-empty line preceded by `indentation`; the first one only if requested.
  static func indented(
    _ text: String, by indentation: String, first: Bool
  ) throws(FilterError) -> String {
    if indentation.isEmpty { return text }
    var (text, indentation) = (text, indentation)
    var starts = text.withUTF8(lineStarts)
    if first { starts.insert(0, at: 0) }
    let margins = indentation.utf8.count.multipliedReportingOverflow(by: starts.count)
    try FilterOutput.check(margins.overflow ? .max : margins.partialValue)
    try FilterOutput.check(text.utf8.count + margins.partialValue)
    return text.withUTF8 { bytes in
      indentation.withUTF8 { margin in Self.text(of: bytes, with: margin, at: starts) }
    }
  }

  /// The bytes with a margin before each that is at one of `starts`.
  private static func text(
    of bytes: UnsafeBufferPointer<UInt8>, with margin: UnsafeBufferPointer<UInt8>, at starts: [Int]
  ) -> String {
    var result = OutputBuffer()
    var copied = 0
    for start in starts {
      result.append(UnsafeBufferPointer(rebasing: bytes[copied..<start]))
      result.append(margin)
      copied = start
    }
    result.append(UnsafeBufferPointer(rebasing: bytes[copied...]))
    return result.text
  }

  /// The starts of the lines after the first one, except empty ones.
  private static func lineStarts(in bytes: UnsafeBufferPointer<UInt8>) -> [Int] {
    var starts: [Int] = []
    var index = 0
    while index < bytes.count {
      // Most bytes are letters: they are neither controls that end lines nor the start of longer
      // line ends.
      if 0x0E...0xC1 ~= bytes[index] {
        index += 1
        continue
      }
      let width = newlineWidth(at: index, in: bytes)
      if width > 0, index + width < bytes.count, newlineWidth(at: index + width, in: bytes) == 0 {
        starts.append(index + width)
      }
      index += max(width, 1)
    }
    return starts
  }

  /// The number of bytes of the line end at `index`; 0 if there is none. See `isNewline`.
  private static func newlineWidth(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    switch bytes[index] {
    case 0x0A...0x0D: return 1
    case 0xC2: return index + 1 < bytes.count && bytes[index + 1] == 0x85 ? 2 : 0
    case 0xE2:
      guard index + 2 < bytes.count, bytes[index + 1] == 0x80 else { return 0 }
      return bytes[index + 2] == 0xA8 || bytes[index + 2] == 0xA9 ? 3 : 0
    default: return 0
    }
  }
}
