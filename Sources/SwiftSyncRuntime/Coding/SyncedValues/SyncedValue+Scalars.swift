public import SwiftSyncFoundation

extension String: SyncedValue {
  public static var valueType: ValueType { .string }

  public init?(column value: BoundValue) {
    guard value.kind == .text else { return nil }
    self = value.slice.string
  }

  public func stored(in storage: ColumnMetadata.Storage) -> StoredValue? { .text(self) }
}

extension Int: SyncedValue {
  public static var valueType: ValueType { .int }

  public init?(column value: BoundValue) {
    guard value.kind == .integer else { return nil }
    self.init(exactly: value.integer)
  }

  public func stored(in storage: ColumnMetadata.Storage) -> StoredValue? { .integer(Int64(self)) }
}

extension Int64: SyncedValue {
  public static var valueType: ValueType { .int }

  public init?(column value: BoundValue) {
    guard value.kind == .integer else { return nil }
    self = value.integer
  }

  public func stored(in storage: ColumnMetadata.Storage) -> StoredValue? { .integer(self) }
}

extension Double: SyncedValue {
  public static var valueType: ValueType { .double }

  public init?(column value: BoundValue) {
    switch value.kind {
    case .real: self = value.real
    case .integer: self = Double(value.integer)
    default: return nil
    }
  }

  /// `nil` for infinities and NaN: JSON has neither, and SQLite makes null of NaN.
  public func stored(in storage: ColumnMetadata.Storage) -> StoredValue? {
    isFinite ? .real(self) : nil
  }
}

extension Bool: SyncedValue {
  public static var valueType: ValueType { .bool }

  public init?(column value: BoundValue) {
    guard value.kind == .integer, value.integer == 0 || value.integer == 1 else { return nil }
    self = value.integer == 1
  }

  public func stored(in storage: ColumnMetadata.Storage) -> StoredValue? {
    .integer(self ? 1 : 0)
  }
}

extension CalendarDay: SyncedValue {
  public static var valueType: ValueType { .day }

  public init?(column value: BoundValue) {
    guard value.kind == .text else { return nil }
    self.init(text: value.slice)
  }

  public func stored(in storage: ColumnMetadata.Storage) -> StoredValue? { .text(description) }
}

extension JSONValue: SyncedValue {
  public static var valueType: ValueType { .json }

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

  public func stored(in storage: ColumnMetadata.Storage) -> StoredValue? { .text(json) }
}

extension Data: SyncedValue {
  public static var valueType: ValueType { .data }

  public init?(column value: BoundValue) {
    guard value.kind == .blob else { return nil }
    self.init(value.slice.bytes)
  }

  public func stored(in storage: ColumnMetadata.Storage) -> StoredValue? { .blob(Array(self)) }
}
