@_spi(Generated) import SwiftSyncREST

/// Takes an entity's members, one after the other, into a row, a payload or a list.
///
/// Generated code calls it; an app only passes it on.
@_spi(Generated)
public struct FieldWriter {
  private let coding: EntityCoding
  private(set) var row: RowWriter?
  private var encoder: PayloadEncoder?
  /// Where neither a row nor a payload is written.
  private(set) var states: [FieldState] = []
  /// How many members were written.
  private var position = 0
  /// The first one; what comes after it is not written.
  private var failure: (any Error)?

  init(_ coding: EntityCoding, row: RowWriter? = nil, encoder: PayloadEncoder? = nil) {
    self.coding = coding
    self.row = row
    self.encoder = encoder
  }

  /// The next member, which is required.
  public mutating func value<T: SyncedValue>(_ value: T) {
    optional(value)
  }

  /// The next member, which is optional.
  public mutating func optional<T: SyncedValue>(_ value: T?) {
    let field = next()
    if row != nil {
      row?.set(coding.columns[field], value)
    } else if encoder != nil {
      encode { try $0.set(field, value) }
    } else {
      states.append(value.map { .value($0) } ?? .null)
    }
  }

  /// The next four members, none of which is an amount: one call takes less time to compile than four.
  public mutating func values<
    First: SyncedValue, Second: SyncedValue, Third: SyncedValue, Fourth: SyncedValue
  >(_ first: First?, _ second: Second?, _ third: Third?, _ fourth: Fourth?) {
    optional(first)
    optional(second)
    optional(third)
    optional(fourth)
  }

  /// The next member, which is an amount.
  public mutating func money(_ value: Money?) {
    let field = next()
    if row != nil {
      row?.set(coding.columns[field], money: value)
    } else if encoder != nil {
      encode { try $0.set(field, money: value) }
    } else {
      states.append(value.map { .value($0) } ?? .null)
    }
  }

  mutating func finish() throws {
    if let failure { throw failure }
    try encoder?.finish()
  }

  private mutating func next() -> Int {
    position += 1
    return coding.members[position - 1]
  }

  private mutating func encode(_ body: (inout PayloadEncoder) throws -> Void) {
    guard failure == nil, var encoder else { return }
    do {
      self.encoder = nil
      try body(&encoder)
    } catch {
      failure = error
    }
    self.encoder = encoder
  }
}
