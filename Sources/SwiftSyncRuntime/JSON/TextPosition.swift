/// A place in a text as editors show it, both counted from 1; columns are counted in characters.
struct TextPosition: Hashable {
  let line: Int
  let column: Int

  /// The position of the byte at `offset`, which may be the end.
  init(of offset: Int, in bytes: some Collection<UInt8>) {
    var line = 1
    var column = 1
    for byte in bytes.prefix(offset) {
      if byte == 0x0A {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    self.line = line
    self.column = column
  }
}
