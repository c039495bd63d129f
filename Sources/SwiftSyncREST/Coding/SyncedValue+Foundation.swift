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

  /// Reads 36 characters.
  private static func read(_ text: JSONSlice, into bytes: UnsafeMutableRawBufferPointer) -> Bool {
    let start = text.start
    var digits: UInt8 = 0
    var index = 0
    for place in 0..<16 {
      if place == 4 || place == 6 || place == 8 || place == 10 {
        guard start[index] == UInt8(ascii: "-") else { return false }
        index += 1
      }
      let high = digit(start[index])
      let low = digit(start[index + 1])
      // One test at the end is cheaper than 32 branches.
      digits |= high | low
      bytes[place] = high << 4 | low
      index += 2
    }
    return digits < 16
  }

  /// The value of a hexadecimal digit, 255 of any other character.
  @inline(__always)
  private static func digit(_ byte: UInt8) -> UInt8 {
    let decimal = byte &- UInt8(ascii: "0")
    let letter = (byte | 0x20) &- UInt8(ascii: "a")
    return decimal < 10 ? decimal : letter < 6 ? letter + 10 : 255
  }

  /// In lower case.
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

  /// Characters that a URL may not have are percent-encoded; the column keeps the text as it was sent.
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

  /// From 1970 to 2001, where `Date` has its zero: a double is finest near it.
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

  /// The date that is closest to `microseconds` since 1970.
  package init(microseconds: Int64) {
    let distance = microseconds - Self.referenceMicroseconds
    self.init(timeIntervalSinceReferenceDate: Double(distance) / 1_000_000)
  }

  /// Microseconds since 1970, rounded; `nil` beyond the years 0001 to 9999.
  package var microseconds: Int64? {
    // Whole seconds are split off first: their product with a million would be rounded.
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
