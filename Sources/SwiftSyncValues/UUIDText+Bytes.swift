/// UUIDs as their 16 bytes.
extension UUIDText {
  package static var byteCount: Int { 16 }

  /// The bytes of a UUID; `nil` if the string is not a UUID.
  package static func bytes(_ text: String) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: byteCount)
    let isValid = bytes.withUnsafeMutableBufferPointer { target in
      text.withSlice { text in target.baseAddress.map { read(text, to: $0) } ?? false }
    }
    return isValid ? bytes : nil
  }

  /// The UUID of 16 bytes, in lower case.
  package static func text(ofBytes bytes: UnsafeRawBufferPointer) -> String {
    String(unsafeUninitializedCapacity: length) { text in
      var index = 0
      func put(_ digit: UInt8) {
        text[index] = digit < 10 ? digit + UInt8(ascii: "0") : digit + UInt8(ascii: "a") - 10
        index += 1
      }
      for (place, byte) in bytes.prefix(byteCount).enumerated() {
        if place == 4 || place == 6 || place == 8 || place == 10 {
          text[index] = UInt8(ascii: "-")
          index += 1
        }
        put(byte >> 4)
        put(byte & 15)
      }
      return index
    }
  }

  /// Reads 36 characters, eight hexadecimal digits at a time.
  ///
  /// - Parameter target: Has room for `byteCount`.
  /// - Returns: Whether the string is a UUID.
  package static func read(_ text: JSONSlice, to target: UnsafeMutablePointer<UInt8>) -> Bool {
    guard text.count == length else { return false }
    let text = UnsafeRawPointer(text.start)
    let first = value(ofDigits: digits(of: text, at: 0))
    let second = value(ofDigits: fourDigits(of: text, at: 9) | fourDigits(of: text, at: 14) << 32)
    let third = value(ofDigits: fourDigits(of: text, at: 19) | fourDigits(of: text, at: 24) << 32)
    let fourth = value(ofDigits: digits(of: text, at: 28))
    guard first.isValid && second.isValid && third.isValid && fourth.isValid,
      isHyphen(text, at: 8) && isHyphen(text, at: 13) && isHyphen(text, at: 18)
        && isHyphen(text, at: 23)
    else { return false }
    let halves = (first.value | second.value << 32, third.value | fourth.value << 32)
    let bytes = UnsafeMutableRawPointer(target)
    bytes.storeBytes(of: halves.0.littleEndian, toByteOffset: 0, as: UInt64.self)
    bytes.storeBytes(of: halves.1.littleEndian, toByteOffset: 8, as: UInt64.self)
    return true
  }

  @inline(__always)
  private static func isHyphen(_ text: UnsafeRawPointer, at offset: Int) -> Bool {
    text.load(fromByteOffset: offset, as: UInt8.self) == UInt8(ascii: "-")
  }

  @inline(__always)
  private static func digits(of text: UnsafeRawPointer, at offset: Int) -> UInt64 {
    UInt64(littleEndian: text.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  @inline(__always)
  private static func fourDigits(of text: UnsafeRawPointer, at offset: Int) -> UInt64 {
    UInt64(UInt32(littleEndian: text.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
  }

  /// The four bytes that eight hexadecimal digits represent, the first in the lowest byte of both.
  ///
  /// Each character is a byte of its own in all steps: sums of characters below 128 do not reach
  /// the next byte, and their highest bit shows whether a character is at least `0`, above `9`, and
  /// so on.
  @inline(__always)
  private static func value(ofDigits text: UInt64) -> (value: UInt64, isValid: Bool) {
    let each: UInt64 = 0x0101_0101_0101_0101
    let highest = 0x80 * each
    let lower = text | (0x20 * each)
    let isDecimal = (text &+ (0x50 * each)) & ~(text &+ (0x46 * each))
    let isLetter = (lower &+ (0x1F * each)) & ~(lower &+ (0x19 * each)) & highest
    let isValid = (text & highest) == 0 && ((isDecimal | isLetter) & highest) == highest
    // The value of each digit, then of each pair, in every other byte.
    var value = (text & (0x0F * each)) &+ 9 * (isLetter >> 7)
    value = ((value << 4) | (value >> 8)) & 0x00FF_00FF_00FF_00FF
    value = (value | (value >> 8)) & 0x0000_FFFF_0000_FFFF
    return ((value | (value >> 16)) & 0xFFFF_FFFF, isValid)
  }
}
