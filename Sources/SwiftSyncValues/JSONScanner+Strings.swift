extension JSONScanner {
  /// Reads the string at the current position, which is its opening quote.
  @inlinable
  @inline(__always)
  public mutating func readString() throws(JSONError) -> JSONToken {
    position &+= 1
    let first = position
    var hasEscapes = false
    var isInvalid = false
    while true {
      skipPlainText()
      guard position < count else { throw atEnd() }
      let byte = start[position]
      if byte == UInt8(ascii: "\"") {
        let slice = JSONSlice(start + first, position &- first)
        position &+= 1
        return JSONToken(.string, slice, hasEscapes: hasEscapes, isInvalid: isInvalid)
      }
      if byte >= 0x80 {
        try skipMultibyteCharacter()
      } else if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        if try !skipEscape() { isInvalid = true }
      } else {
        throw failure(.controlCharacter)
      }
    }
  }

  /// Moves to the next quote, backslash, control character or non-ASCII byte, eight bytes at a
  /// time.
  @inlinable
  @inline(__always)
  mutating func skipPlainText() {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    let raw = UnsafeRawPointer(start)
    while position &+ 8 <= count {
      let word = UInt64(
        littleEndian: raw.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      // A borrow can only mark bytes above a true match, so the lowest mark is exact.
      let quotes = (word ^ ones &* 0x22) &- ones & ~(word ^ ones &* 0x22)
      let backslashes = (word ^ ones &* 0x5C) &- ones & ~(word ^ ones &* 0x5C)
      let controls = word &- ones &* 0x20 & ~word
      let found = (quotes | backslashes | controls | word) & highs
      if found != 0 {
        position &+= found.trailingZeroBitCount &>> 3
        return
      }
      position &+= 8
    }
    while position < count {
      let byte = start[position]
      if byte == 0x22 || byte == 0x5C || byte < 0x20 || byte >= 0x80 { return }
      position &+= 1
    }
  }

  /// Skips one multibyte character (RFC 3629, table of section 4).
  @inlinable
  @inline(__always)
  mutating func skipMultibyteCharacter() throws(JSONError) {
    let lead = start[position]
    switch lead {
    case 0xC2...0xDF: try skipContinuation(1, second: 0x80...0xBF)
    case 0xE0: try skipContinuation(2, second: 0xA0...0xBF)
    case 0xE1...0xEC, 0xEE...0xEF: try skipContinuation(2, second: 0x80...0xBF)
    case 0xED: try skipContinuation(2, second: 0x80...0x9F)
    case 0xF0: try skipContinuation(3, second: 0x90...0xBF)
    case 0xF1...0xF3: try skipContinuation(3, second: 0x80...0xBF)
    case 0xF4: try skipContinuation(3, second: 0x80...0x8F)
    default: throw failure(.invalidUTF8)
    }
  }

  @inlinable
  @inline(__always)
  mutating func skipContinuation(
    _ length: Int, second: ClosedRange<UInt8>
  ) throws(JSONError) {
    var index = 1
    while index <= length {
      guard position &+ index < count else { throw atEnd() }
      let byte = start[position &+ index]
      let isValid = index == 1 ? second.contains(byte) : byte & 0xC0 == 0x80
      guard isValid else { throw failure(.invalidUTF8) }
      index &+= 1
    }
    position &+= length &+ 1
  }

  /// Skips an escape, and returns whether it represents a character, which a lone surrogate does
  /// not.
  @usableFromInline
  mutating func skipEscape() throws(JSONError) -> Bool {
    guard position + 1 < count else { throw atEnd() }
    switch start[position + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 2
      return true
    case UInt8(ascii: "u"):
      return try skipUnicodeEscape()
    default:
      throw failure(.invalidEscape)
    }
  }

  private mutating func skipUnicodeEscape() throws(JSONError) -> Bool {
    let unit = try codeUnit(at: position)
    guard unit & 0xF800 == 0xD800 else {
      position += 6
      return true
    }
    let isPair = unit & 0xFC00 == 0xD800 ? try isLowSurrogate(at: position + 6) : false
    guard isPair else {
      guard !refusesInvalid else { throw failure(.loneSurrogate) }
      position += 6
      return false
    }
    position += 12
    return true
  }

  /// Whether the escape of the second half of a surrogate pair is at `index`.
  private func isLowSurrogate(at index: Int) throws(JSONError) -> Bool {
    for (offset, byte) in [(0, UInt8(ascii: "\\")), (1, UInt8(ascii: "u"))] {
      guard index + offset < count else { throw atEnd() }
      guard start[index + offset] == byte else { return false }
    }
    return try codeUnit(at: index) & 0xFC00 == 0xDC00
  }

  /// The code unit of the `\uXXXX` at `index`.
  private func codeUnit(at index: Int) throws(JSONError) -> UInt16 {
    var unit: UInt16 = 0
    for offset in 2..<6 {
      guard index + offset < count else { throw atEnd() }
      guard let digit = start[index + offset].hexadecimalValue else {
        throw JSONError(reason: .invalidEscape, offset: baseOffset + index)
      }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }
}
