/// A range of bytes that is kept alive elsewhere: by a payload's buffer or a `ByteArena`.
public struct JSONSlice {
  public let start: UnsafePointer<UInt8>
  public let count: Int

  @inlinable
  @inline(__always)
  public init(_ start: UnsafePointer<UInt8>, _ count: Int) {
    self.start = start
    self.count = count
  }

  @inlinable
  @inline(__always)
  public subscript(index: Int) -> UInt8 { start[index] }

  @inlinable
  @inline(__always)
  public var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

  @inlinable
  @inline(__always)
  public var isEmpty: Bool { count == 0 }

  /// No bytes, at a readable address.
  ///
  /// `nonisolated(unsafe)`: a pointer is not `Sendable`, but this one is never written to.
  public nonisolated(unsafe) static let empty = JSONSlice(
    UnsafePointer(UnsafeMutablePointer<UInt8>.allocate(capacity: 1)), 0)

  /// The text. The bytes are UTF-8.
  public var string: String { String(decoding: bytes, as: UTF8.self) }
}

extension JSONSlice {
  /// The text of a key for messages, in which a lone surrogate is shown as its escape.
  public var shownKey: String {
    var text: [UInt8] = []
    var index = 0
    while index < count {
      // The three bytes that `ByteArena.unescape` writes for a lone surrogate.
      if self[index] == 0xED, index + 2 < count, self[index + 1] >= 0xA0 {
        let unit = 0xD000 | UInt32(self[index + 1] & 0x3F) << 6 | UInt32(self[index + 2] & 0x3F)
        text.append(contentsOf: "\\u\(String(unit, radix: 16))".utf8)
        index += 3
      } else {
        text.append(self[index])
        index += 1
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The key as a step of a path in messages; an empty key is quoted.
  public var pathKey: String { count == 0 ? "\"\"" : shownKey }

  /// Whether the bytes are those of `text`. Swift's `==` also considers other spellings of a
  /// character equal.
  public func isSame(as text: String) -> Bool {
    count == text.utf8.count && zip(bytes, text.utf8).allSatisfy { $0 == $1 }
  }
}

extension JSONSlice: Equatable {
  @inlinable
  @inline(__always)
  public static func == (left: JSONSlice, right: JSONSlice) -> Bool {
    left.count == right.count && left.hasBytes(of: right.start)
  }

  @inlinable
  @inline(__always)
  public static func == (left: JSONSlice, right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    return right.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return true }
      return left.hasBytes(of: start)
    }
  }

  /// Whether the bytes are those of an ASCII literal.
  public static func == (left: JSONSlice, right: StaticString) -> Bool {
    left.count == right.utf8CodeUnitCount && left.hasBytes(of: right.utf8Start)
  }

  @inlinable
  @inline(__always)
  func hasBytes(of other: UnsafePointer<UInt8>) -> Bool {
    var index = 0
    let left = UnsafeRawPointer(start)
    let right = UnsafeRawPointer(other)
    while index &+ 8 <= count {
      if left.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        != right.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      {
        return false
      }
      index &+= 8
    }
    while index < count {
      if start[index] != other[index] { return false }
      index &+= 1
    }
    return true
  }
}

extension JSONSlice: Comparable {
  /// Compares by bytes, which in UTF-8 is the order of code points.
  public static func < (left: JSONSlice, right: JSONSlice) -> Bool {
    let shared = min(left.count, right.count)
    for index in 0..<shared where left[index] != right[index] {
      return left[index] < right[index]
    }
    return left.count < right.count
  }
}

extension JSONSlice {
  @inlinable
  @inline(__always)
  public init(_ buffer: UnsafeBufferPointer<UInt8>) {
    self.init(buffer.baseAddress ?? Self.empty.start, buffer.count)
  }
}

extension UInt8 {
  @inlinable
  @inline(__always)
  public var isDigit: Bool { self &- 0x30 < 10 }

  @inlinable
  @inline(__always)
  public var isUppercaseLetter: Bool { self &- 0x41 < 26 }

  @inlinable
  @inline(__always)
  public var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }

  /// The letter in lower case; other bytes unchanged.
  @inlinable
  @inline(__always)
  public var lowercased: UInt8 { isUppercaseLetter ? self | 0x20 : self }

  @inlinable
  @inline(__always)
  public var hexadecimalValue: UInt8? {
    if isDigit { return self &- 0x30 }
    let letter = (self | 0x20) &- 0x61
    return letter < 6 ? letter + 10 : nil
  }
}

extension String {
  /// Passes the bytes of the text to a closure.
  @inlinable
  public func withSlice<Result>(_ body: (JSONSlice) throws -> Result) rethrows -> Result {
    var copy = self
    return try copy.withUTF8 { try body(JSONSlice($0)) }
  }
}
