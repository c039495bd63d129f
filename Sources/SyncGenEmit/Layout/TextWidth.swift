/// The number of columns of a string, one for each character.
enum TextWidth {
  static func of(_ text: ArraySlice<UInt8>) -> Int {
    // A line feed after a carriage return forms one character with it, but lines contain none.
    text.allSatisfy { $0 < 0x80 } ? text.count : String(decoding: text, as: UTF8.self).count
  }
}
