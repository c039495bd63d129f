extension UInt8 {
  @inline(__always)
  var isDigit: Bool { self &- 0x30 < 10 }

  @inline(__always)
  var isUppercaseLetter: Bool { self &- 0x41 < 26 }

  @inline(__always)
  var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }

  /// The letter in lower case; other bytes as they are.
  @inline(__always)
  var lowercased: UInt8 { isUppercaseLetter ? self | 0x20 : self }

  @inline(__always)
  var hexadecimalValue: UInt8? {
    if isDigit { return self &- 0x30 }
    let letter = (self | 0x20) &- 0x61
    return letter < 6 ? letter + 10 : nil
  }
}
