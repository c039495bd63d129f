public import SwiftSyncValues

/// A column's value that is ready to be bound or read. Strings and blobs are in memory that another
/// object owns.
///
/// It must not outlive the call that it is passed to. It is public because requirements of
/// `SyncedValue`, which generated code implements, use it. Apps do not need it.
@_spi(Generated)
public struct BoundValue {
  @usableFromInline
  package enum Kind: UInt8 {
    /// The payload does not contain the key.
    case missing
    case null
    case integer
    case real
    case text
    case blob
  }

  @usableFromInline
  package let kind: Kind
  /// The number of bytes of a string or a blob.
  @usableFromInline
  package let count: Int
  /// An integer, or the bits of a real.
  @usableFromInline
  let bits: UInt64
  /// The first byte of a string or a blob.
  @usableFromInline
  let start: UnsafePointer<UInt8>?

  @inlinable
  @inline(__always)
  package static var missing: BoundValue { BoundValue(.missing) }

  @inlinable
  @inline(__always)
  package static var null: BoundValue { BoundValue(.null) }

  @inlinable
  @inline(__always)
  init(
    _ kind: Kind, bits: UInt64 = 0, start: UnsafePointer<UInt8>? = nil, count: Int = 0
  ) {
    self.kind = kind
    self.bits = bits
    self.start = start
    self.count = count
  }

  @inlinable
  @inline(__always)
  package static func integer(_ value: Int64) -> BoundValue {
    BoundValue(.integer, bits: UInt64(bitPattern: value))
  }

  @inlinable
  @inline(__always)
  package static func real(_ value: Double) -> BoundValue {
    BoundValue(.real, bits: value.bitPattern)
  }

  @inlinable
  @inline(__always)
  package static func text(_ slice: JSONSlice) -> BoundValue {
    BoundValue(.text, start: slice.start, count: slice.count)
  }

  @inlinable
  @inline(__always)
  package static func blob(_ slice: JSONSlice) -> BoundValue {
    BoundValue(.blob, start: slice.start, count: slice.count)
  }

  /// Meaningful for integers.
  @inlinable
  @inline(__always)
  package var integer: Int64 { Int64(bitPattern: bits) }

  /// Meaningful for reals.
  @inlinable
  @inline(__always)
  package var real: Double { Double(bitPattern: bits) }

  /// The bytes of a string or a blob; empty otherwise.
  @inlinable
  @inline(__always)
  package var slice: JSONSlice { JSONSlice(start ?? JSONSlice.empty.start, count) }

  /// Whether the stored value is null.
  @inlinable
  @inline(__always)
  package var isNull: Bool { kind == .null }
}

extension BoundValue {
  /// Compares the values that SQLite would store.
  @inlinable
  @inline(__always)
  package static func == (left: BoundValue, right: BoundValue) -> Bool {
    guard left.kind == right.kind else { return false }
    switch left.kind {
    case .missing, .null: return true
    case .integer: return left.bits == right.bits
    case .real: return left.real == right.real
    case .text, .blob: return left.slice == right.slice
    }
  }
}

extension BoundValue {
  /// A copy that owns its bytes. A missing value becomes null.
  @inlinable
  package var stored: StoredValue {
    // Not inlined: a hundred places use it.
    @inline(never) get {
      switch kind {
      case .missing, .null: .null
      case .integer: .integer(integer)
      case .real: .real(real)
      case .text: .text(slice.string)
      case .blob: .blob(Array(slice.bytes))
      }
    }
  }

  /// The value with its bytes in `arena`, which must outlive it.
  @inlinable
  package init(_ value: StoredValue, in arena: ByteArena) {
    switch value {
    case .null: self = .null
    case .integer(let integer): self = .integer(integer)
    case .real(let real): self = .real(real)
    case .text(let text): self = .text(arena.copy(text))
    case .blob(let bytes): self = .blob(arena.copy(bytes))
    }
  }
}

@_spi(Generated)
extension StoredValue {
  /// Passes the value to a closure without copying its bytes.
  @inlinable
  public func withBound<Result>(_ body: (BoundValue) throws -> Result) rethrows -> Result {
    switch self {
    case .null, .integer, .real: try body(boundNumber)
    case .text(var text): try text.withUTF8 { try body(.text(JSONSlice($0))) }
    case .blob(let bytes):
      try bytes.withUnsafeBufferPointer { try body(.blob(JSONSlice($0))) }
    }
  }

  /// The number; null for values with bytes.
  @usableFromInline
  var boundNumber: BoundValue {
    switch self {
    case .integer(let integer): .integer(integer)
    case .real(let real): .real(real)
    case .null, .text, .blob: .null
    }
  }
}
