/// How many columns text takes, a character each.
enum TextWidth {
  static func of(_ text: ArraySlice<UInt8>) -> Int {
    // A line feed after a carriage return is a character with it, but lines have none.
    text.allSatisfy { $0 < 0x80 } ? text.count : String(decoding: text, as: UTF8.self).count
  }
}
