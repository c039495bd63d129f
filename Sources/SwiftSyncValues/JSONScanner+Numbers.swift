extension JSONScanner {
  /// Reads the number at the current position.
  @inlinable
  @inline(__always)
  public mutating func readNumber() throws(JSONError) -> JSONToken {
    let first = position
    if start[position] == UInt8(ascii: "-") { position &+= 1 }
    guard position < count else { throw atEnd() }
    let firstDigit = position
    if start[position] == UInt8(ascii: "0") {
      position &+= 1
    } else {
      try skipDigits()
    }
    let integerDigits = position &- firstDigit
    var isInteger = true
    var hasExponent = false
    if position < count, start[position] == UInt8(ascii: ".") {
      isInteger = false
      position &+= 1
      try skipDigits()
    }
    if position < count, start[position] | 0x20 == UInt8(ascii: "e") {
      isInteger = false
      hasExponent = true
      try skipExponent()
    }
    // The number may continue in the next buffer.
    guard position < count || isFinal else { throw atEnd() }
    let slice = JSONSlice(start + first, position &- first)
    let isInvalid = hasExponent || integerDigits > 308 ? try overflows(slice) : false
    return JSONToken(.number, slice, isInteger: isInteger, isInvalid: isInvalid)
  }

  @inlinable
  @inline(__always)
  mutating func skipDigits() throws(JSONError) {
    let first = position
    while position < count, start[position].isDigit { position &+= 1 }
    guard position > first else {
      throw position < count ? failure(.invalidNumber) : atEnd()
    }
  }

  @usableFromInline
  mutating func skipExponent() throws(JSONError) {
    position += 1
    if position < count,
      start[position] == UInt8(ascii: "+") || start[position] == UInt8(ascii: "-")
    {
      position += 1
    }
    try skipDigits()
  }

  @usableFromInline
  func overflows(_ slice: JSONSlice) throws(JSONError) -> Bool {
    if let number = NumberText(slice), number.fitsDouble { return false }
    guard refusesInvalid else { return true }
    throw JSONError(reason: .numberOutOfRange, offset: baseOffset + position - slice.count)
  }
}
