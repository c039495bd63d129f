/// A line and column in text as editors show them, both from 1. Columns are counted in characters.
package struct TextPosition: Hashable {
  package private(set) var line = 1
  package private(set) var column = 1

  /// Creates the position at the beginning of the text.
  package init() {}

  /// Creates the position of the byte at `offset`, which may be the end.
  package init(of offset: Int, in bytes: some Collection<UInt8>) {
    advance(over: bytes.prefix(offset))
  }

  /// Advances over some bytes.
  package mutating func advance(over bytes: some Sequence<UInt8>) {
    for byte in bytes {
      if byte == 0x0A {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
  }
}
