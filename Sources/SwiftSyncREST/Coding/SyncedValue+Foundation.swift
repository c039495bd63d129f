public import SwiftSyncFoundation
import SwiftSyncValues

extension UUID: SyncedValue {
  @_spi(Generated)
  public static var valueType: ValueType { .uuid }

  @_spi(Generated)
  public init?(column value: BoundValue) {
    guard value.kind == .text, value.slice.count == 36 else { return nil }
    var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    let isValid = withUnsafeMutableBytes(of: &bytes) { Self.read(value.slice, into: $0) }
    guard isValid else { return nil }
    self.init(uuid: bytes)
  }

  /// Reads 36 characters, eight hexadecimal digits at a time.
  private static func read(_ text: JSONSlice, into bytes: UnsafeMutableRawBufferPointer) -> Bool {
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

  /// The four bytes that eight hexadecimal digits represent, the first in the lowest byte of both
  /// numbers.
  ///
  /// Each character remains in its own byte in all steps: sums of characters below 128 do not
  /// overflow into the next byte, and their highest bit says whether a character is at least `0`,
  /// above `9`, and so on.
  @inline(__always)
  private static func value(ofDigits text: UInt64) -> (value: UInt64, isValid: Bool) {
    let each: UInt64 = 0x0101_0101_0101_0101
    let highest = 0x80 * each
    let lower = text | (0x20 * each)
    let isDecimal = (text &+ (0x50 * each)) & ~(text &+ (0x46 * each))
    let isLetter = (lower &+ (0x1F * each)) & ~(lower &+ (0x19 * each)) & highest
    let isValid = (text & highest) == 0 && ((isDecimal | isLetter) & highest) == highest
    // The value of each digit, then of each pair in every other byte.
    var value = (text & (0x0F * each)) &+ 9 * (isLetter >> 7)
    value = ((value << 4) | (value >> 8)) & 0x00FF_00FF_00FF_00FF
    value = (value | (value >> 8)) & 0x0000_FFFF_0000_FFFF
    return ((value | (value >> 16)) & 0xFFFF_FFFF, isValid)
  }

  /// The lowercase text.
  @_spi(Generated)
  public func stored(in storage: StoredValue.Storage) -> StoredValue? { .text(canonicalText) }

  private var canonicalText: String {
    withUnsafeBytes(of: uuid) { bytes in
      String(unsafeUninitializedCapacity: 36) { text in
        var index = 0
        func put(_ digit: UInt8) {
          text[index] = digit < 10 ? digit + UInt8(ascii: "0") : digit + UInt8(ascii: "a") - 10
          index += 1
        }
        for (place, byte) in bytes.enumerated() {
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
  }
}

extension URL: SyncedValue {
  @_spi(Generated)
  public static var valueType: ValueType { .url }

  /// Percent-encodes characters that are not valid in a URL. The column keeps the text as it was
  /// sent.
  @_spi(Generated)
  public init?(column value: BoundValue) {
    guard value.kind == .text, URLText.isValid(value.slice) else { return nil }
    let text = value.slice.string
    guard let url = URL(string: text) ?? URL(string: URLText.encoded(value.slice)) else {
      return nil
    }
    self = url
  }

  @_spi(Generated)
  public func stored(in storage: StoredValue.Storage) -> StoredValue? {
    absoluteString.isEmpty ? nil : .text(absoluteString)
  }
}

extension Date: SyncedValue {
  @_spi(Generated)
  public static var valueType: ValueType { .date(DateForm(remote: .iso8601, storage: .text)) }

  /// The microseconds from 1970 to 2001, the reference date of `Date`, near which a double is most
  /// precise.
  private static let referenceMicroseconds: Int64 = 978_307_200_000_000

  @_spi(Generated)
  public init?(column value: BoundValue) {
    switch value.kind {
    case .integer where DateText.range.contains(value.integer):
      self.init(microseconds: value.integer)
    case .text:
      guard let microseconds = DateText.microseconds(value.slice) else { return nil }
      self.init(microseconds: microseconds)
    default: return nil
    }
  }

  /// Creates the date that is closest to `microseconds` since 1970.
  package init(microseconds: Int64) {
    let distance = microseconds - Self.referenceMicroseconds
    self.init(timeIntervalSinceReferenceDate: Double(distance) / 1_000_000)
  }

  /// The rounded number of microseconds since 1970; `nil` outside the years 0001 to 9999.
  package var microseconds: Int64? {
    // Whole seconds are split off first, because their product with a million would be rounded.
    let whole = timeIntervalSinceReferenceDate.rounded(.down)
    let fraction = ((timeIntervalSinceReferenceDate - whole) * 1_000_000).rounded()
    guard let seconds = Int64(exactly: whole), seconds.magnitude < 1_000_000_000_000 else {
      return nil
    }
    let value = seconds * 1_000_000 + Int64(fraction) + Self.referenceMicroseconds
    return DateText.range.contains(value) ? value : nil
  }

  @_spi(Generated)
  public func stored(in storage: StoredValue.Storage) -> StoredValue? {
    guard let microseconds else { return nil }
    guard storage == .text else { return .integer(microseconds) }
    return .text(
      String(unsafeUninitializedCapacity: DateText.length) { text in
        guard let start = text.baseAddress else { return 0 }
        DateText.write(microseconds, to: start)
        return DateText.length
      })
  }
}
