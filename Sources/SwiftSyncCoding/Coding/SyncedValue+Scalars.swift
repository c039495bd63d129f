public import SwiftSyncFoundation
import SwiftSyncValues

extension String: SyncedValue {
  @_spi(Generated)
  public static var valueType: ValueType { .string }

  @_spi(Generated)
  public init?(column value: BoundValue) {
    guard value.kind == .text else { return nil }
    self = value.slice.string
  }

  @_spi(Generated)
  public func stored(in storage: StoredValue.Storage) -> StoredValue? { .text(self) }
}

extension Int: SyncedValue {
  @_spi(Generated)
  public static var valueType: ValueType { .int }

  @_spi(Generated)
  public init?(column value: BoundValue) {
    guard value.kind == .integer else { return nil }
    self.init(exactly: value.integer)
  }

  @_spi(Generated)
  public func stored(in storage: StoredValue.Storage) -> StoredValue? { .integer(Int64(self)) }
}

extension Int64: SyncedValue {
  @_spi(Generated)
  public static var valueType: ValueType { .int }

  @_spi(Generated)
  public init?(column value: BoundValue) {
    guard value.kind == .integer else { return nil }
    self = value.integer
  }

  @_spi(Generated)
  public func stored(in storage: StoredValue.Storage) -> StoredValue? { .integer(self) }
}

extension Double: SyncedValue {
  @_spi(Generated)
  public static var valueType: ValueType { .double }

  @_spi(Generated)
  public init?(column value: BoundValue) {
    switch value.kind {
    case .real: self = value.real
    case .integer: self = Double(value.integer)
    default: return nil
    }
  }

  /// `nil` for infinities and NaN: JSON has neither, and SQLite stores NaN as null.
  @_spi(Generated)
  public func stored(in storage: StoredValue.Storage) -> StoredValue? {
    isFinite ? .real(self) : nil
  }
}

extension Bool: SyncedValue {
  @_spi(Generated)
  public static var valueType: ValueType { .bool }

  @_spi(Generated)
  public init?(column value: BoundValue) {
    guard value.kind == .integer, value.integer == 0 || value.integer == 1 else { return nil }
    self = value.integer == 1
  }

  @_spi(Generated)
  public func stored(in storage: StoredValue.Storage) -> StoredValue? {
    .integer(self ? 1 : 0)
  }
}

extension CalendarDay: SyncedValue {
  @_spi(Generated)
  public static var valueType: ValueType { .day }

  @_spi(Generated)
  public init?(column value: BoundValue) {
    guard value.kind == .text else { return nil }
    self.init(text: value.slice)
  }

  @_spi(Generated)
  public func stored(in storage: StoredValue.Storage) -> StoredValue? { .text(description) }
}

extension JSONValue: SyncedValue {
  @_spi(Generated)
  public static var valueType: ValueType { .json }

  @_spi(Generated)
  public init?(column value: BoundValue) {
    guard value.kind == .text else { return nil }
    var scanner = JSONScanner(value.slice, refusesInvalid: true)
    do {
      self = try JSONValue(&scanner, ByteArena(chunkSize: 256))
      try scanner.finish()
    } catch {
      return nil
    }
  }

  @_spi(Generated)
  public func stored(in storage: StoredValue.Storage) -> StoredValue? { .text(json) }
}

extension Data: SyncedValue {
  @_spi(Generated)
  public static var valueType: ValueType { .data }

  @_spi(Generated)
  public init?(column value: BoundValue) {
    guard value.kind == .blob else { return nil }
    self.init(value.slice.bytes)
  }

  @_spi(Generated)
  public func stored(in storage: StoredValue.Storage) -> StoredValue? { .blob(Array(self)) }
}
